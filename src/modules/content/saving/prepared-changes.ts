import { DomainError } from '../../../core/errors.ts'
import { inspectUpload, MAX_FILE_BYTES, type NewFile } from '../../../core/files/inspect-upload.ts'
import type { PrepareContext, WriteContext } from '../../../core/operations/context.ts'
import {
  bodyOf,
  type ContentChange,
  MAX_INLINE_FILE,
  refuse,
  type WrittenDocuments,
  writeDocuments,
} from '../../content-changes/index.ts'
import type { FileRecord } from '../../revisions/index.ts'
import { FetchDeadline, fetchFile, type KeptFile, keepFiles, storeFile } from '../files/new-files.ts'

/** The slow part of a batch, which runs before its transaction. */
export interface PreparedChanges {
  files: ReadonlyMap<number, KeptFile[]>
  documents: WrittenDocuments
}

export const NOTHING_PREPARED: PreparedChanges = { files: new Map(), documents: new Map() }

/** Whether a change has to be prepared: it has files, or a document that is converted to Markdown. */
export const isSlow = (change: ContentChange): boolean =>
  change.operation === 'insert_files' || ('document' in change && change.document?.document !== undefined)

/** The texts of pages that are given as Markdown. */
export const textsIn = (changes: readonly ContentChange[]): string[] =>
  changes.flatMap((change) =>
    change.operation === 'insert_page' || change.operation === 'update_page'
      ? (bodyOf(change)?.markdown ?? [])
      : [],
  )

export async function prepareChanges(
  ctx: PrepareContext,
  spaceId: string,
  changes: readonly ContentChange[],
): Promise<PreparedChanges> {
  const documents = await writeDocuments(changes, ctx.viewer.userId)
  const files = new Map<number, KeptFile[]>()
  for (const [at, inspected] of await inspectUploads(ctx, changes)) {
    files.set(at, await keepFiles(ctx, spaceId, inspected))
  }
  return { documents, files }
}

/** The files of a batch, fetched and inspected, by the index of their change. */
async function inspectUploads(
  { tools }: PrepareContext,
  changes: readonly ContentChange[],
): Promise<Map<number, NewFile[]>> {
  const found = new Map<number, NewFile[]>()
  const deadline = new FetchDeadline()
  let bytes = 0
  for (const [at, change] of changes.entries()) {
    if (change.operation !== 'insert_files') continue
    const files: NewFile[] = []
    for (const { name, url, base64 } of change.files) {
      try {
        files.push(
          url === undefined
            ? await inspectUpload(name, inlineBytes(base64))
            : await fetchFile(name, url, tools, deadline),
        )
      } catch (error) {
        if (error instanceof DomainError) refuse(at, 'files', `${name}: ${error.message}`, error.reason)
        throw error
      }
      bytes += files.at(-1)?.bytes.length ?? 0
      if (bytes > MAX_FILE_BYTES) {
        refuse(
          at,
          'files',
          'These files are too large for one request. Send fewer at a time.',
          'payload_too_large',
        )
      }
    }
    found.set(at, files)
  }
  return found
}

function inlineBytes(base64 = ''): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= MAX_INLINE_FILE) return bytes
  const message = `A file in base64 can have at most ${MAX_INLINE_FILE} bytes. Send its url, or upload it.`
  throw new DomainError('invalid_input', message)
}

export async function storeFiles(
  ctx: WriteContext,
  spaceId: string,
  prepared: ReadonlyMap<number, KeptFile[]>,
): Promise<Map<number, FileRecord[]>> {
  const stored = new Map<number, FileRecord[]>()
  for (const [at, files] of prepared) {
    const records: FileRecord[] = []
    for (const file of files) records.push(await storeFile(ctx.reads.db, spaceId, file, ctx.now()))
    stored.set(at, records)
  }
  return stored
}
