import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { siteAt } from '../sites.model.ts'

/** The most share links of one site. */
export const MAX_SHARE_LINKS = 1_000

const Name = z.string().trim().max(50).meta({ description: 'The name, at most 50 characters.' })

/** Paths contain the organization and the site as well, which must match. */
const shareLinkAt = {
  organizationId: siteAt.organizationId,
  siteId: siteAt.siteId.optional(),
  shareLinkId: idField('ShareLink', 'The ID of the share link.'),
}

export const ListShareLinks = z.object(siteAt)
export const GetShareLink = z.object(shareLinkAt)
export const CreateShareLink = z.object({ ...siteAt, name: Name })
export const UpdateShareLink = z.object({
  ...shareLinkAt,
  name: Name.optional(),
  active: z.boolean().optional().meta({
    description: 'Whether the link opens the site. An inactive link stops working immediately.',
  }),
})
export const DeleteShareLink = z.object(shareLinkAt)

/** The points that a wrong key costs, in addition to the request, so that guessing is slow. */
export const WRONG_KEY_POINTS = 100

const KEY_BYTES = 16

/** A new key: 128 random bits. */
export const newShareKey = (): string => randomBytes(KEY_BYTES).toString('base64url')

/** What a key is found by. A fast hash is enough: the key is random. */
export const digestOfShareKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** A key that a caller sends. Another value cannot be a key, and is not looked up. */
export const ShareKey = z
  .string()
  .max(100)
  .meta({ description: 'The key of a share link of the site, which is part of its URL.' })
