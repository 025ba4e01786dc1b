import { inspectUpload } from '../../../core/files/inspect-upload.ts'
import { newId } from '../../../core/ids.ts'
import { blobs, type LocalRepository } from '../../../platform/git/objects.ts'
import { hashInTurns } from '../../../platform/turns/hash-in-turns.ts'
import { matchFiles, type RepositoryContent, type RepositoryReusable } from '../../import/index.ts'
import {
  type BlobStorage,
  canonicalJson,
  type FileRecord,
  type GitOrigin,
  type ReusableRecord,
  storeBlobs,
} from '../../revisions/index.ts'
import type { ReportBuilder } from '../git.report.ts'

type Entry = RepositoryContent['files'][number]

/** A file whose bytes are to be stored. */
interface FreshFile {
  id: string
  git: GitOrigin
}

interface Reading {
  storage: BlobStorage
  spaceId: string
  repository: LocalRepository
  /** False where nothing is stored. */
  isStored: boolean
  now: Date
  signal: AbortSignal
  /** Called with the number of files whose bytes are still to be stored. */
  onProgress: (left: number) => Promise<void>
}

/** Small files that one statement stores together. */
const BATCH_BYTES = 512 * 1024
const BATCH_FILES = 200

/**
 * The edits that turn the files of the last sync into those of the repository. Bytes of new files are stored before
 * the revision that refers to them, a few at a time, and never all in memory.
 */
export async function editsOfFiles(
  incoming: readonly Entry[],
  before: ReadonlyMap<string, FileRecord>,
  refused: ReadonlySet<string>,
  reading: Reading,
  report: ReportBuilder,
): Promise<Map<string, FileRecord | null>> {
  const edits = new Map<string, FileRecord | null>()
  const matched = matchFiles(incoming, before)
  const kept = new Set(matched.values())
  const fresh: FreshFile[] = []
  for (const { size: _size, ...git } of incoming) {
    const { path, oid } = git
    const id = matched.get(path) ?? newId('File')
    const was = before.get(id)
    if (was?.git && was.git.path !== path) {
      report.add('moved', { path, from: was.git.path })
      edits.set(id, { ...was, name: nameOf(path), git })
    } else if (was?.git?.oid !== oid) {
      report.add(was ? 'changed' : 'created', { path })
      fresh.push({ id, git })
    } else if (was.git.mode !== git.mode) {
      report.add('changed', { path })
      edits.set(id, { ...was, git })
    }
  }
  for (const [id, { git }] of before) {
    if (kept.has(id) || !git || refused.has(git.path)) continue
    edits.set(id, null)
    report.add('deleted', { path: git.path })
  }
  await storeFresh(fresh, before, reading, edits)
  return edits
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path

async function storeFresh(
  fresh: readonly FreshFile[],
  before: ReadonlyMap<string, FileRecord>,
  { storage, spaceId, repository, isStored, now, signal, onProgress }: Reading,
  edits: Map<string, FileRecord | null>,
): Promise<void> {
  let batch: { hash: string; bytes: Buffer }[] = []
  let size = 0
  const flush = async () => {
    if (isStored && batch.length > 0) await storeBlobs(storage, spaceId, batch)
    batch = []
    size = 0
  }
  let at = 0
  const oids = fresh.map(({ git }) => git.oid)
  for await (const { bytes } of blobs(repository, oids, signal)) {
    const { id, git } = fresh[at] as FreshFile
    at += 1
    await onProgress(fresh.length - at)
    const was = before.get(id)
    // A file that was renamed in the space keeps its path in the repository, and its name here.
    const name = was?.git?.path === git.path ? was.name : nameOf(git.path)
    const { record } = await inspectUpload(name, bytes)
    const blob = await hashInTurns(bytes)
    const createdAt = was?.createdAt ?? now.toISOString()
    edits.set(id, { ...record, blob, createdAt, git })
    if (bytes.length > BATCH_BYTES) {
      if (isStored) await storeBlobs(storage, spaceId, [{ hash: blob, bytes }])
      continue
    }
    // A copy: the chunk that it is part of can be much larger.
    batch.push({ hash: blob, bytes: Buffer.from(bytes) })
    size += bytes.length
    if (size >= BATCH_BYTES || batch.length >= BATCH_FILES) await flush()
  }
  await flush()
}

/** The same for texts that pages include. */
export function editsOfReusables(
  incoming: readonly RepositoryReusable[],
  before: ReadonlyMap<string, ReusableRecord>,
  refused: ReadonlySet<string>,
  now: Date,
  report: ReportBuilder,
): { reusables: Map<string, ReusableRecord | null>; documents: Map<string, string> } {
  const reusables = new Map<string, ReusableRecord | null>()
  const documents = new Map<string, string>()
  const matched = matchFiles(
    incoming.map(({ git }) => git),
    before,
  )
  const kept = new Set(matched.values())
  for (const { title, document, markdown, git } of incoming) {
    const id = matched.get(git.path) ?? newId('ReusableContent')
    const was = before.get(id)
    const createdAt = was?.createdAt ?? now.toISOString()
    const record: ReusableRecord = { title, ...(document ? { document } : {}), git, createdAt }
    if (was?.updatedAt) record.updatedAt = was.updatedAt
    if (was && canonicalJson(was) === canonicalJson(record)) continue
    if (was) record.updatedAt = now.toISOString()
    if (document && markdown !== undefined) documents.set(document, markdown)
    reusables.set(id, record)
    if (was?.git && was.git.path !== git.path) report.add('moved', { path: git.path, from: was.git.path })
    else report.add(was ? 'changed' : 'created', { path: git.path })
  }
  for (const [id, { git }] of before) {
    if (kept.has(id) || !git || refused.has(git.path)) continue
    reusables.set(id, null)
    report.add('deleted', { path: git.path })
  }
  return { reusables, documents }
}
