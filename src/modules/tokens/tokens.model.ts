import { z } from 'zod'
import { ScopeSchema } from '../../core/access/viewer.ts'
import { idField } from '../../core/fields.ts'

/** More than there are scopes. */
const MAX_SCOPES = 100

export const CreateApiToken = z.object({
  user: idField(
    'User',
    'The ID of the user that the token acts as. Operators can name any user. The default is yourself.',
  ).optional(),
  label: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .meta({ description: 'The purpose of the token, at most 50 characters.' }),
  scopes: z.array(ScopeSchema).max(MAX_SCOPES).optional().meta({
    description:
      'The scopes that the token is limited to. If omitted, it may do everything that its user may do.',
  }),
  expiresAt: z.iso.datetime({ offset: true }).optional().meta({
    scalar: 'DateTime',
    description: 'When the token expires. If omitted, it does not expire.',
  }),
})

export const RevokeApiToken = z.object({ tokenId: idField('ApiToken', 'The ID of the token to revoke.') })
