import { DomainError } from '../../../core/errors.ts'
import { inspectUpload, MAX_FILE_BYTES, type NewFile } from '../../../core/files/inspect-upload.ts'
import type { PrepareContext, Tools } from '../../../core/operations/context.ts'
import type { Queryable } from '../../../platform/database.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { hashInTurns } from '../../../platform/turns/hash-in-turns.ts'
import { type FileRecord, insertBlob, type KeptBlob, keepBlobs, type NewBlob } from '../../revisions/index.ts'

/** The time limits in milliseconds for all URLs of a request and for one URL. */
const FETCH_ALL_MS = 30_000
const FETCH_ONE_MS = 15_000

/** One deadline for all files that a request fetches. */
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

/** Fetches a file from a public URL. */
export async function fetchFile(
  name: string,
  url: string,
  { outbound }: Tools,
  deadline: FetchDeadline,
  maxBytes = MAX_FILE_BYTES,
): Promise<NewFile> {
  try {
    const timeoutMs = deadline.next()
    const { status, body } = await outbound.fetch(url, { maxBytes, timeoutMs })
    if (status !== 200)
      throw new DomainError('invalid_input', `The URL answered with status ${status} instead of a file.`)
    return await inspectUpload(name, body)
  } catch (error) {
    if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
      throw new DomainError('invalid_input', error.message)
    }
    throw error
  }
}

/** A file whose bytes are stored, or are part of the row that is to be written. */
export interface KeptFile {
  record: Omit<FileRecord, 'createdAt'>
  /** Null if the space has these bytes already. */
  kept: KeptBlob | null
}

/** Stores the bytes of files in the file storage, if there is one, before the transaction that writes their rows. */
export async function keepFiles(
  { reads: { db }, tools }: PrepareContext,
  spaceId: string,
  files: readonly NewFile[],
): Promise<KeptFile[]> {
  const blobs: NewBlob[] = []
  for (const { bytes } of files) blobs.push({ hash: await hashInTurns(bytes), bytes })
  const kept = await keepBlobs({ db, files: tools.files }, spaceId, blobs)
  const byHash = new Map(kept.map((blob) => [blob.hash, blob]))
  return files.map(({ record }, at) => {
    const blob = blobs[at]?.hash ?? ''
    return { record: { ...record, blob }, kept: byHash.get(blob) ?? null }
  })
}

/** Writes the row of the bytes and returns the record for the revision. */
export async function storeFile(
  db: Queryable,
  spaceId: string,
  { record, kept }: KeptFile,
  now: Date,
): Promise<FileRecord> {
  if (kept) await insertBlob(db, spaceId, kept)
  return { ...record, createdAt: now.toISOString() }
}
