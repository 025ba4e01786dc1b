import { z } from 'zod'
import { idField } from '../../../core/fields.ts'

export const MAX_LOGO_BYTES = 512 * 1024
/** Base64 besides its bytes, or a form besides its file. */
export const MAX_LOGO_BODY = Math.ceil((MAX_LOGO_BYTES * 4) / 3) + 64 * 1024

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const organizationId = idField('Organization', 'The ID of the organization.')
const Name = z
  .string()
  .trim()
  .min(1)
  .max(256)
  .meta({ description: 'The name of the file, at most 256 characters.' })

export const SetOrganizationLogo = z.object({
  organizationId,
  name: Name,
  base64: z
    .string()
    .max(MAX_LOGO_BODY)
    .regex(BASE64, 'must be base64')
    .meta({ description: 'The image in base64, at most 512 KiB: PNG, JPEG, GIF, WebP, AVIF, ICO or SVG.' }),
})

export const UploadOrganizationLogo = z.object({
  organizationId,
  files: z
    .array(z.object({ name: Name, bytes: z.instanceof(Buffer) }))
    .length(1, 'must have exactly one file'),
})
