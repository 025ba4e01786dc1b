import { DomainError } from '../errors.ts'
import { inspectFile } from './inspect-file.ts'

export const MAX_FILE_BYTES = 32 * 1024 * 1024

/** An inspected file that is to be stored. */
export interface NewFile {
  bytes: Buffer
  record: { name: string; contentType: string; size: number; width?: number; height?: number }
}

/** Identifies a file by its bytes; the claimed type is ignored. */
export async function inspectUpload(name: string, bytes: Buffer): Promise<NewFile> {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new DomainError(
      'payload_too_large',
      `The file is too large: at most ${MAX_FILE_BYTES / 1024 / 1024} MiB are allowed.`,
    )
  }
  const { name: cleanName, contentType, size, dimensions } = await inspectFile(bytes, { name })
  return { bytes, record: { name: cleanName, contentType, size, ...dimensions } }
}
