import { DomainError, invalidField } from '../errors.ts'
import { inspectUpload, type NewFile } from './inspect-upload.ts'

const TYPES = new Map([
  ['image/png', 'PNG'],
  ['image/apng', 'PNG'],
  ['image/jpeg', 'JPEG'],
  ['image/gif', 'GIF'],
  ['image/webp', 'WebP'],
  ['image/avif', 'AVIF'],
  ['image/x-icon', 'ICO'],
  ['image/svg+xml', 'SVG'],
])

/** Rejects a file that is no image by its bytes, or too large. */
export function requireImage(field: string, { bytes, record }: NewFile, maxBytes: number): void {
  if (bytes.length > maxBytes) {
    throw new DomainError(
      'payload_too_large',
      `The image is too large: it has ${bytes.length} bytes, and at most ${maxBytes} are allowed.`,
    )
  }
  if (TYPES.has(record.contentType)) return
  const names = [...new Set(TYPES.values())].join(', ')
  throw invalidField(field, `must be an image (${names}); its bytes are ${record.contentType}`)
}

/** Identifies an image by its bytes, and rejects everything else. */
export async function inspectImage(
  field: string,
  { name, bytes, maxBytes }: { name: string; bytes: Buffer; maxBytes: number },
): Promise<NewFile> {
  const file = await inspectUpload(name, bytes)
  requireImage(field, file, maxBytes)
  return file
}
