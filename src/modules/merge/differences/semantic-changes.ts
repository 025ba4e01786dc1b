import { eachInTurns } from '../../../platform/turns/turns.ts'
import {
  type FileRecord,
  type FolderRecord,
  isSameContent,
  type PageRecord,
  type ReusableRecord,
} from '../../revisions/index.ts'
import type { ChangedIds, ContentReader } from '../three-way/types.ts'
import { TreePositions } from './tree-positions.ts'

interface Both<T> {
  before: T
  after: T
}

/** One change between two revisions. A page that was both moved and edited has two changes. */
export type SemanticChange =
  | { type: 'page_created'; page: string; after: PageRecord }
  | ({ type: 'page_moved'; page: string } & Both<PageRecord>)
  | ({ type: 'page_edited'; page: string } & Both<PageRecord>)
  | { type: 'page_deleted'; page: string; before: PageRecord }
  | { type: 'file_created'; file: string; after: FileRecord }
  | ({ type: 'file_edited'; file: string } & Both<FileRecord>)
  | { type: 'file_deleted'; file: string; before: FileRecord }
  | { type: 'reusable_created'; reusable: string; after: ReusableRecord }
  | ({ type: 'reusable_edited'; reusable: string } & Both<ReusableRecord>)
  | { type: 'reusable_deleted'; reusable: string; before: ReusableRecord }
  | { type: 'variable_created'; variable: string; after: string }
  | ({ type: 'variable_edited'; variable: string } & Both<string>)
  | { type: 'variable_deleted'; variable: string; before: string }

interface DiffInput {
  before: ContentReader
  after: ContentReader
  changes: ChangedIds
}

/** The changes between two revisions: pages in the order of the tree, then files, reusable contents and variables. */
export async function semanticChanges({ before, after, changes }: DiffInput): Promise<SemanticChange[]> {
  const pages = await pageChanges({ before, after, changes })
  const files = await pairs(
    changes.files,
    (ids) => before.files(ids),
    (ids) => after.files(ids),
  )
  const reusables = await pairs(
    changes.reusables,
    (ids) => before.reusables(ids),
    (ids) => after.reusables(ids),
  )
  const [oldVariables, variables] = await Promise.all([before.variables(), after.variables()])
  const names = [...new Set([...Object.keys(oldVariables), ...Object.keys(variables)])].sort()
  return [
    ...pages,
    ...files.flatMap(([file, was, is]): SemanticChange[] => {
      if (!was) return is ? [{ type: 'file_created', file, after: is }] : []
      return [
        is
          ? { type: 'file_edited', file, before: was, after: is }
          : { type: 'file_deleted', file, before: was },
      ]
    }),
    ...reusables.flatMap(([reusable, was, is]): SemanticChange[] => {
      if (!was) return is ? [{ type: 'reusable_created', reusable, after: is }] : []
      if (!is) return [{ type: 'reusable_deleted', reusable, before: was }]
      return isSameContent(was, is) ? [] : [{ type: 'reusable_edited', reusable, before: was, after: is }]
    }),
    ...names.flatMap((variable): SemanticChange[] => {
      const [was, is] = [oldVariables[variable], variables[variable]]
      if (was === is) return []
      if (was === undefined)
        return is === undefined ? [] : [{ type: 'variable_created', variable, after: is }]
      if (is === undefined) return [{ type: 'variable_deleted', variable, before: was }]
      return [{ type: 'variable_edited', variable, before: was, after: is }]
    }),
  ]
}

async function pageChanges({ before, after, changes }: DiffInput): Promise<SemanticChange[]> {
  const folders = [...changes.folders]
  const [oldFolders, newFolders] = await Promise.all([before.folders(folders), after.folders(folders)])
  const sorted = new Set(folders.flatMap((id) => sortedPages(oldFolders.get(id), newFolders.get(id))))
  const ids = new Set([...changes.pages, ...sorted])
  const all = await pairs(
    ids,
    (some) => before.pages(some),
    (some) => after.pages(some),
  )
  const found: { page: string; isGone: boolean; change: SemanticChange }[] = []
  await eachInTurns(all, ([page, was, is]) => {
    const add = (change: SemanticChange) => found.push({ page, isGone: !is, change })
    if (!was) {
      if (is) add({ type: 'page_created', page, after: is })
    } else if (!is) add({ type: 'page_deleted', page, before: was })
    else {
      const isMoved = was.parent !== is.parent || sorted.has(page)
      if (isMoved) add({ type: 'page_moved', page, before: was, after: is })
      const isEdited = !isSameContent({ ...was, parent: is.parent }, is)
      if (isEdited) add({ type: 'page_edited', page, before: was, after: is })
    }
  })
  const places = new TreePositions(before, after)
  await places.find(found.map(({ page, isGone }) => ({ page, isGone })))
  return found
    .map((each, index) => ({ ...each, index }))
    .sort((one, other) => places.compare(one.page, other.page) || one.index - other.index)
    .map(({ change }) => change)
}

/** The smallest set of pages of a folder that were moved, if the others kept their order. */
function sortedPages(before: FolderRecord | undefined, after: FolderRecord | undefined): string[] {
  const places = new Map((before?.pages ?? []).map(([id], place) => [id, place]))
  const stayed = (after?.pages ?? []).flatMap(([id]) => {
    const place = places.get(id)
    return place === undefined ? [] : [{ id, place }]
  })
  const still = longestRising(stayed.map(({ place }) => place))
  return stayed.filter((_, index) => !still.has(index)).map(({ id }) => id)
}

/** The positions of a longest increasing subsequence. */
function longestRising(numbers: readonly number[]): Set<number> {
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [at, number] of numbers.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? ends[low - 1] : undefined
    ends[low] = at
  }
  const kept = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) kept.add(at)
  return kept
}

async function pairs<T>(
  ids: ReadonlySet<string>,
  before: (ids: readonly string[]) => Promise<Map<string, T>>,
  after: (ids: readonly string[]) => Promise<Map<string, T>>,
): Promise<[string, T | undefined, T | undefined][]> {
  if (ids.size === 0) return []
  const list = [...ids].sort()
  const [old, current] = await Promise.all([before(list), after(list)])
  return list.map((id) => [id, old.get(id), current.get(id)])
}
