import { DomainError } from '../errors.ts'
import { inspectFile } from './inspect-file.ts'

export const MAX_FILE_BYTES = 32 * 1024 * 1024

/** A file that was looked at and waits to be stored. */
export interface NewFile {
  bytes: Buffer
  /** The hash of the bytes, where it is known already. */
  blob?: string
  record: { name: string; contentType: string; size: number; width?: number; height?: number }
}

/** Tells what a file is by its bytes; what it claims to be is not believed. */
export async function lookAt(name: string, bytes: Buffer): Promise<NewFile> {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new DomainError('payload_too_large', `A file may have at most ${MAX_FILE_BYTES / 1024 / 1024} MiB.`)
  }
  const { name: cleanName, contentType, size, dimensions } = await inspectFile(bytes, { name })
  return { bytes, record: { name: cleanName, contentType, size, ...dimensions } }
}
