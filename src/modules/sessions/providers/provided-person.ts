import { z } from 'zod'
import { withStorableText } from '../../../core/operations/parse-input.ts'
import { DisplayName, Email } from '../../users/index.ts'

const Claim = z.string().min(1).max(255)

/** A person as a provider describes them. */
export const ProvidedPerson = z.object({
  issuer: z.string().min(1).max(500),
  subject: Claim,
  /** An address that the provider says it has verified; null without one. */
  email: Email.nullable(),
  displayName: DisplayName,
  /** Their session at the provider. */
  session: Claim.nullable(),
  /** When they proved to the provider who they are, in seconds; null if it does not say. */
  authenticatedAt: z.number().int().nonnegative().nullable(),
})

export type ProvidedPerson = z.output<typeof ProvidedPerson>

/** Who a provider says a person is. */
export function providedPerson(claims: Readonly<Record<string, unknown>>): ProvidedPerson {
  // Some providers send the text.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const email = isVerified ? (Email.safeParse(claims.email).data ?? null) : null
  const names = [claims.name, claims.preferred_username, email?.split('@')[0], 'New member']
  const [displayName] = names.flatMap((name) => (typeof name === 'string' ? nameIn(name) : []))
  return ProvidedPerson.parse({
    issuer: claims.iss,
    subject: claims.sub,
    email,
    displayName,
    session: claims.sid ?? null,
    authenticatedAt: claims.auth_time ?? null,
  })
}

/** The beginning of a name; nothing if it is empty. */
function nameIn(text: string): string[] {
  const { data } = DisplayName.safeParse(withStorableText(text.trim().slice(0, 64)))
  return data === undefined ? [] : [data]
}
