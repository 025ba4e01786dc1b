import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { siteAt, WebAddress } from '../sites.model.ts'

export const AuthBackend = z.enum(['custom', 'integration'])

const FallbackURL = WebAddress.meta({
  description: 'Where visitors without a valid token are sent to sign in. Null removes it.',
})

export const GetPublishingAuth = z.object(siteAt)
export const UpdatePublishingAuth = z.object({
  ...siteAt,
  backend: AuthBackend.optional().meta({ description: 'What signs the tokens of visitors.' }),
  fallbackURL: FallbackURL.nullable().optional(),
})
export const RegeneratePublishingAuth = z.object(siteAt)

const KEY_BYTES = 32

/** A new key for HS256: as many random bits as its hash has. It is used as text. */
export const newVisitorKey = (): string => randomBytes(KEY_BYTES).toString('hex')
