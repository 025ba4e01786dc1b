import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import { deletion, listRoute } from '../../../rest/route.ts'
import { type IdentityRow, listIdentities, unlinkIdentity } from './identities.service.ts'

const RestIdentity = z
  .object({
    object: z.literal('identity'),
    id: z.string(),
    provider: z.string(),
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Identity' })

const toRestIdentity = (identity: IdentityRow): z.input<typeof RestIdentity> => ({
  object: 'identity',
  id: identity.id,
  provider: identity.provider,
  issuer: identity.issuer,
  subject: identity.subject,
  email: identity.email,
  createdAt: identity.createdAt.toISOString(),
  lastUsedAt: identity.lastUsedAt?.toISOString() ?? null,
})

export const identityRoutes = [
  listRoute('/user/identities', listIdentities, {
    summary: 'List your accounts at OpenID providers with which you sign in',
    item: RestIdentity,
    present: (identities) => identities.map(toRestIdentity),
  }),
  deletion('/user/identities/:identityId', unlinkIdentity, {
    summary: 'Unlink an account at an OpenID provider',
  }),
]
