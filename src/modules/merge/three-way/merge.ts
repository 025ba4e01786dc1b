import { isDeepStrictEqual } from 'node:util'
import { Turns } from '../../../platform/turns/turns.ts'
import type { PageRecord } from '../../revisions/index.ts'
import type { MergeSource } from '../../text-merge/index.ts'
import { mergeFiles, mergeVariables } from './files.ts'
import { mergeFolders } from './folders.ts'
import { mergePages } from './pages.ts'
import { mergeReusables } from './reusables.ts'
import { settleTree } from './tree.ts'
import type { ChangedIds, Conflict, MergeInput, MergeResult } from './types.ts'

interface MergeTools {
  mergeSource: MergeSource
}

/**
 * Merges the changes of a change request with the changes of main content since their common base. It reads what
 * either side changed, the folders around it and the ancestors of moved pages, and nothing else.
 */
export async function merge(input: MergeInput, tools: MergeTools): Promise<MergeResult> {
  const { variables, conflicts: variableConflicts } = await mergeVariables(input)
  if (isUnchanged(input.changedChanges)) return { ...nothing(), variables, conflicts: variableConflicts }
  if (isUnchanged(input.primaryChanges))
    return { ...(await changedAlone(input)), variables, conflicts: variableConflicts }
  const merged = await mergeBoth(input, tools)
  return { ...merged, variables, conflicts: [...merged.conflicts, ...variableConflicts].sort(bySubject) }
}

/** The full algorithm, also if one side has no changes. */
export async function mergeBoth(
  input: MergeInput,
  { mergeSource }: MergeTools,
): Promise<Omit<MergeResult, 'variables'>> {
  const [{ decisions, documents, conflicts }, files] = await Promise.all([
    mergePages(input, mergeSource),
    mergeFiles(input),
  ])
  const treeConflicts = await settleTree(decisions, input.primary)
  const { folders, conflicts: folderConflicts } = await mergeFolders(input, decisions)
  const reusables = await mergeReusables(input, [...decisions.values()], mergeSource)
  const pages = new Map<string, PageRecord | null>()
  const turns = new Turns()
  for (const { id, record, primary } of decisions.values()) {
    if (turns.isOver()) await turns.next()
    if (!isDeepStrictEqual(record, primary ?? null)) pages.set(id, record)
  }
  return {
    pages,
    folders,
    files: files.files,
    reusables: reusables.reusables,
    documents: new Map([...documents, ...reusables.documents]),
    conflicts: [
      ...conflicts,
      ...treeConflicts,
      ...folderConflicts,
      ...files.conflicts,
      ...reusables.conflicts,
    ],
  }
}

/** Main content has not changed: the merge result is the change request. */
async function changedAlone(input: MergeInput): Promise<Omit<MergeResult, 'variables' | 'conflicts'>> {
  const { changed, changedChanges: ids } = input
  const [pages, folders, files, reusables] = await Promise.all([
    changed.pages([...ids.pages]),
    changed.folders([...ids.folders]),
    changed.files([...ids.files]),
    changed.reusables([...ids.reusables]),
  ])
  return {
    pages: edits(ids.pages, pages),
    folders: edits(ids.folders, folders),
    files: edits(ids.files, files),
    reusables: edits(ids.reusables, reusables),
    documents: new Map(),
  }
}

const edits = <T>(ids: ReadonlySet<string>, records: ReadonlyMap<string, T>): Map<string, T | null> =>
  new Map([...ids].map((id) => [id, records.get(id) ?? null]))

const isUnchanged = ({ pages, folders, files, reusables }: ChangedIds): boolean =>
  pages.size + folders.size + files.size + reusables.size === 0

const nothing = () => ({
  pages: new Map(),
  folders: new Map(),
  files: new Map(),
  reusables: new Map(),
  documents: new Map(),
})

const bySubject = (one: Conflict, other: Conflict): number => {
  const [left, right] = [one, other].map(({ subjectType, subject, kind, field }) =>
    [subjectType, subject, kind, field ?? ''].join(' '),
  )
  return (left ?? '') < (right ?? '') ? -1 : 1
}
