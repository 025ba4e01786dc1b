import { newId } from '../../../core/ids.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { ProvidedPerson } from './provided-person.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import type { ProviderCreates } from './provider-settings.ts'

interface FoundUser {
  userId: string
  /** The identity of exactly this issuer and subject; null if the user was found by the address. */
  identityId: string | null
  isDisabled: boolean
  isEmailConfirmed: boolean
  hasIdentity: boolean
  /** Whether somebody uses the account: an invitation creates one that nobody uses yet. */
  isUsed: boolean
}

const FIND = statement<FoundUser>({
  name: 'userOfProvider',
  text: `SELECT u."id" AS "userId", i."id" AS "identityId",
      EXISTS (SELECT 1 FROM "DisabledUser" d WHERE d."userId" = u."id") AS "isDisabled",
      a."userId" IS NULL OR a."emailConfirmedAt" IS NOT NULL AS "isEmailConfirmed",
      EXISTS (SELECT 1 FROM "Identity" o WHERE o."userId" = u."id") AS "hasIdentity",
      a."userId" IS NOT NULL OR u."isOperator" OR EXISTS (SELECT 1 FROM "Member" m WHERE m."userId" = u."id")
        OR EXISTS (SELECT 1 FROM "ApiToken" t WHERE t."userId" = u."id") AS "isUsed"
    FROM "User" u LEFT JOIN "Account" a ON a."userId" = u."id"
    LEFT JOIN "Identity" i ON i."userId" = u."id" AND i."issuer" = $1 AND i."subject" = $2
    WHERE u."id" = (SELECT "userId" FROM "Identity" WHERE "issuer" = $1 AND "subject" = $2) OR u."email" = $3
    ORDER BY i."id" IS NULL LIMIT 1`,
})

const ADMITTED = statement<{ isInvited: boolean; isOfDomain: boolean }>({
  name: 'whoProvidersCreate',
  text: `SELECT EXISTS (SELECT 1 FROM "Invite" i JOIN "Organization" o ON o."id" = i."organizationId"
      WHERE i."email" = $1 AND o."deletedAt" IS NULL) AS "isInvited",
    EXISTS (SELECT 1 FROM "Organization" o WHERE o."emailDomains" @> ARRAY[split_part($1, '@', 2)]
      AND o."deletedAt" IS NULL) AS "isOfDomain"`,
})

/** The account with which a person continues, and what has to be done for it. */
export interface AccountOfPerson {
  readonly userId: string
  /** Null for an identity that is not linked yet. */
  readonly identityId: string | null
  /** Whether there is no account yet. */
  readonly isCreated: boolean
  /** Whether the person uses the account for the first time. */
  readonly isFirst: boolean
}

export interface Admission {
  readonly creates: ProviderCreates
  /** Whether the person has opened a link that invites everybody who has it. */
  readonly hasInvite: boolean
}

/**
 * The account of a person whom a provider has signed in: by issuer and subject, which no other provider can state, and
 * the first time by an address that the provider has verified and that the account has confirmed. An account that has a
 * provider already gets another one only from a person who is signed in. Throws the reason for all others.
 */
export async function accountOfPerson(
  db: Queryable,
  { issuer, subject, email }: ProvidedPerson,
  { creates, hasInvite }: Admission,
): Promise<AccountOfPerson> {
  const [found] = await db.query(FIND, [issuer, subject, email])
  if (found?.isDisabled) throw new ProviderRefusal('disabled')
  if (found?.identityId) {
    return { userId: found.userId, identityId: found.identityId, isCreated: false, isFirst: false }
  }
  if (email === null) throw new ProviderRefusal('email_unverified')
  if (found && (!found.isEmailConfirmed || found.hasIdentity)) throw new ProviderRefusal('link_required')
  const isFirst = !found?.isUsed
  if (isFirst && !hasInvite && !(await isAdmitted(db, email, creates)))
    throw new ProviderRefusal('not_invited')
  return { userId: found?.userId ?? newId('User'), identityId: null, isCreated: !found, isFirst }
}

async function isAdmitted(db: Queryable, email: string, creates: ProviderCreates): Promise<boolean> {
  if (creates === 'everyone') return true
  const [admitted] = await db.query(ADMITTED, [email])
  return admitted !== undefined && (admitted.isInvited || (creates === 'domains' && admitted.isOfDomain))
}
