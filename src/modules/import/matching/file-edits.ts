import { newId } from '../../../core/ids.ts'
import { eachInTurns } from '../../../platform/turns/turns.ts'
import { canonicalJson, type FileRecord, type ReusableRecord } from '../../revisions/index.ts'
import type { StorableFile, StorableReusable } from '../storable.ts'
import { matchFiles } from './match-files.ts'

interface Others {
  /** Whether what is not imported is deleted. */
  isReplaced: boolean
  now: Date
}

/** The edits that bring imported files into content. */
export async function editsOfFiles(
  incoming: readonly StorableFile[],
  before: ReadonlyMap<string, FileRecord>,
  { isReplaced, now }: Others,
): Promise<Map<string, FileRecord | null>> {
  const matched = matchFiles(
    incoming.map(({ git }) => git),
    before,
  )
  const edits = new Map<string, FileRecord | null>()
  if (isReplaced) for (const id of gone(before, matched)) edits.set(id, null)
  await eachInTurns(incoming, ({ record, blob, git }) => {
    const id = matched.get(git.path) ?? newId('File')
    const was = before.get(id)
    const file = { ...record, blob, createdAt: was?.createdAt ?? now.toISOString(), git }
    if (canonicalJson(was) !== canonicalJson(file)) edits.set(id, file)
  })
  return edits
}

/** The same for texts that pages include. */
export async function editsOfReusables(
  incoming: readonly StorableReusable[],
  before: ReadonlyMap<string, ReusableRecord>,
  { isReplaced, now }: Others,
): Promise<{ reusables: Map<string, ReusableRecord | null>; documents: Map<string, string> }> {
  const matched = matchFiles(
    incoming.flatMap(({ git }) => git ?? []),
    before,
  )
  const reusables = new Map<string, ReusableRecord | null>()
  const documents = new Map<string, string>()
  if (isReplaced) for (const id of gone(before, matched)) reusables.set(id, null)
  await eachInTurns(incoming, ({ title, markdown, document, git }) => {
    const id = (git && matched.get(git.path)) ?? newId('ReusableContent')
    const was = before.get(id)
    const record: ReusableRecord = {
      title,
      createdAt: was?.createdAt ?? now.toISOString(),
      ...(was?.updatedAt ? { updatedAt: was.updatedAt } : {}),
      ...(git ? { git } : {}),
      ...(document ? { document } : {}),
    }
    if (canonicalJson(was) === canonicalJson(record)) return
    if (document) documents.set(document, markdown)
    reusables.set(id, was ? { ...record, updatedAt: now.toISOString() } : record)
  })
  return { reusables, documents }
}

function* gone(
  before: ReadonlyMap<string, unknown>,
  matched: ReadonlyMap<string, string>,
): Generator<string> {
  const kept = new Set(matched.values())
  for (const id of before.keys()) if (!kept.has(id)) yield id
}
