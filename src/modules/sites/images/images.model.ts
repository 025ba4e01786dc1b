import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { siteAt, WebAddress } from '../sites.model.ts'

export const MAX_IMAGE_BYTES = 1024 * 1024
/** The number of images that a site can have. */
export const MAX_IMAGES = 50
/** A form besides its file, and base64 besides its bytes. */
export const MAX_IMAGE_BODY = Math.ceil((MAX_IMAGE_BYTES * 4) / 3) + 64 * 1024

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const Name = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .meta({ description: 'The name of the file, at most 256 characters.' })

const imageAt = {
  organizationId: siteAt.organizationId,
  siteId: siteAt.siteId.optional(),
  siteImageId: idField('SiteImage', 'The ID of the image.'),
}

export const ListSiteImages = z.object(siteAt)
export const GetSiteImage = z.object(imageAt)
export const DeleteSiteImage = z.object(imageAt)

export const CreateSiteImage = z
  .object({
    ...siteAt,
    name: Name,
    base64: z
      .string()
      .max(MAX_IMAGE_BODY)
      .regex(BASE64, 'must be base64')
      .optional()
      .meta({ description: 'The image in base64, at most 1 MiB: PNG, JPEG, GIF, WebP, AVIF, ICO or SVG.' }),
    url: WebAddress.optional().meta({ description: 'The URL from which the image is fetched once.' }),
  })
  .refine(
    ({ url, base64 }) => (url === undefined) !== (base64 === undefined),
    'must have either url or base64',
  )

export const UploadSiteImage = z.object({
  ...siteAt,
  files: z
    .array(z.object({ name: Name, bytes: z.instanceof(Buffer) }))
    .length(1, 'must have exactly one file'),
})
