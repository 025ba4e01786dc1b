import type { Tools } from '../../../core/context.ts'
import { DomainError } from '../../../core/errors.ts'
import type { Queryable } from '../../../platform/database.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { type FileRecord, insertBlob } from '../../revisions/index.ts'
import { inspectFile } from './inspect-file.ts'

export const MAX_FILE_BYTES = 32 * 1024 * 1024

/** A file that was looked at and waits to be stored. */
export interface NewFile {
  bytes: Buffer
  record: Omit<FileRecord, 'blob' | 'createdAt'>
}

/** Tells what a file is by its bytes; what it claims to be is not believed. */
export async function lookAt(name: string, bytes: Buffer): Promise<NewFile> {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new DomainError('payload_too_large', `A file may have at most ${MAX_FILE_BYTES / 1024 / 1024} MiB.`)
  }
  const { name: cleanName, contentType, size, dimensions } = await inspectFile(bytes, { name })
  return { bytes, record: { name: cleanName, contentType, size, ...dimensions } }
}

/** Fetches a file from a public address. */
export async function fetchFile(name: string, url: string, { outbound }: Tools): Promise<NewFile> {
  try {
    const { status, body } = await outbound.fetch(url, { maxBytes: MAX_FILE_BYTES })
    if (status !== 200) throw new DomainError('invalid_input', `The address answered ${status}, not a file.`)
    return await lookAt(name, body)
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
      throw new DomainError('invalid_input', error.message)
    }
    throw error
  }
}

/** Stores the bytes and gives the record that a revision holds. */
export async function storeFile(
  db: Queryable,
  spaceId: string,
  { bytes, record }: NewFile,
  now: Date,
): Promise<FileRecord> {
  return { ...record, blob: await insertBlob(db, spaceId, bytes), createdAt: now.toISOString() }
}
