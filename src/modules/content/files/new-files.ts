import { DomainError } from '../../../core/errors.ts'
import type { Tools } from '../../../core/operations/context.ts'
import type { Queryable } from '../../../platform/database.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { type FileRecord, insertBlob } from '../../revisions/index.ts'
import { inspectFile } from './inspect-file.ts'

export const MAX_FILE_BYTES = 32 * 1024 * 1024

/** A file that was looked at and waits to be stored. */
export interface NewFile {
  bytes: Buffer
  /** The hash of the bytes, where it is known already. */
  blob?: string
  record: Omit<FileRecord, 'blob' | 'createdAt'>
}

/** Tells what a file is by its bytes; what it claims to be is not believed. */
export async function lookAt(name: string, bytes: Buffer): Promise<NewFile> {
  if (bytes.length > MAX_FILE_BYTES) {
    throw new DomainError(
      'payload_too_large',
      `The file is too large: at most ${MAX_FILE_BYTES / 1024 / 1024} MiB are allowed.`,
    )
  }
  const { name: cleanName, contentType, size, dimensions } = await inspectFile(bytes, { name })
  return { bytes, record: { name: cleanName, contentType, size, ...dimensions } }
}

/** Milliseconds that all addresses of one request have together, and that one of them has. */
const FETCH_ALL_MS = 30_000
const FETCH_ONE_MS = 15_000

/** One deadline for all files that a request has fetched for it. */
export class FetchDeadline {
  readonly #endsAt: number

  constructor(totalMs = FETCH_ALL_MS) {
    this.#endsAt = performance.now() + totalMs
  }

  /** Milliseconds that the next fetch may take. */
  next(): number {
    const left = Math.floor(this.#endsAt - performance.now())
    if (left > 0) return Math.min(left, FETCH_ONE_MS)
    const message = `The files could not be fetched within ${FETCH_ALL_MS / 1000} seconds. Send fewer at a time.`
    throw new DomainError('invalid_input', message)
  }
}

/** Fetches a file from a public address. */
export async function fetchFile(
  name: string,
  url: string,
  { outbound }: Tools,
  deadline: FetchDeadline,
): Promise<NewFile> {
  try {
    const timeoutMs = deadline.next()
    const { status, body } = await outbound.fetch(url, { maxBytes: MAX_FILE_BYTES, timeoutMs })
    if (status !== 200)
      throw new DomainError('invalid_input', `The URL answered with status ${status} instead of a file.`)
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
  { bytes, record, blob }: NewFile,
  now: Date,
): Promise<FileRecord> {
  return { ...record, blob: await insertBlob(db, spaceId, bytes, blob), createdAt: now.toISOString() }
}
