import { eachInTurns, Turns } from '../../../platform/turns/turns.ts'
import { type FolderRecord, folderOf, isSameContent } from '../../revisions/index.ts'
import { type Decision, pageConflict } from './decisions.ts'
import { mergeOrder } from './order.ts'
import type { Decisions } from './tree.ts'
import type { Conflict, MergeInput } from './types.ts'

interface FolderVersions {
  id: string
  base: FolderRecord['pages']
  primary: FolderRecord['pages']
  changed: FolderRecord['pages']
}

interface MergedFolders {
  /** Changes to the folders of the primary content. Null for a folder that is no longer needed. */
  folders: Map<string, FolderRecord | null>
  conflicts: Conflict[]
}

/**
 * Orders the pages of every folder that a side changed and makes their slugs unique. Two equal pages that both
 * sides added become one, so `decisions` can change here.
 */
export async function mergeFolders(input: MergeInput, decisions: Decisions): Promise<MergedFolders> {
  const ended = new Map<string, Set<string>>()
  const parents = new Set<string | null>()
  const concerned = new Set([...input.primaryChanges.folders, ...input.changedChanges.folders])
  await eachInTurns(decisions.values(), ({ id, record, primary, changed }) => {
    if (record === null) return
    parents.add(record.parent)
    const folder = folderOf(record.parent)
    ended.set(folder, (ended.get(folder) ?? new Set()).add(id))
    const isThere = (page: typeof primary) => page?.parent === record.parent && page.slug === record.slug
    if (!isThere(primary) && !isThere(changed)) concerned.add(folder)
  })
  const ids = [...concerned]
  const [base, primary, changed] = await Promise.all(
    [input.base, input.primary, input.changed].map((reader) => reader.folders(ids)),
  )
  const folders = new Map<string, FolderRecord | null>()
  const conflicts: Conflict[] = []
  const turns = new Turns()
  for (const id of ids) {
    if (turns.isOver()) await turns.next()
    const versions: FolderVersions = {
      id,
      base: base?.get(id)?.pages ?? [],
      primary: primary?.get(id)?.pages ?? [],
      changed: changed?.get(id)?.pages ?? [],
    }
    const members = membersOf(versions, ended.get(id) ?? new Set(), decisions)
    conflicts.push(...parted(versions, members, decisions, parents))
    const order = await mergeOrder({
      base: versions.base.map(([page]) => page),
      primary: versions.primary.map(([page]) => page),
      changed: versions.changed.map(([page]) => page),
      members: new Set(members.keys()),
    })
    const pages: FolderRecord['pages'] = order.map((page) => [page, members.get(page) ?? ''])
    if (!areEqual(pages, versions.primary)) folders.set(id, pages.length > 0 ? { pages } : null)
  }
  return { folders, conflicts }
}

const areEqual = (one: FolderRecord['pages'], other: FolderRecord['pages']): boolean =>
  one.length === other.length &&
  one.every(([page, slug], at) => page === other[at]?.[0] && slug === other[at]?.[1])

/** The pages of a folder after the merge, with their slugs. */
function membersOf(
  { id, primary, changed }: FolderVersions,
  ended: ReadonlySet<string>,
  decisions: Decisions,
): Map<string, string> {
  const members = new Map<string, string>()
  for (const [page, slug] of [...primary, ...changed]) if (!decisions.has(page)) members.set(page, slug)
  for (const page of ended) {
    const record = decisions.get(page)?.record
    if (record && folderOf(record.parent) === id) members.set(page, record.slug)
  }
  return members
}

/** Makes the slugs of one folder unique. The page that has the slug in the change request keeps it. */
function parted(
  { changed }: FolderVersions,
  members: Map<string, string>,
  decisions: Decisions,
  parents: ReadonlySet<string | null>,
): Conflict[] {
  const bySlug = new Map<string, string[]>()
  for (const [page, slug] of members) {
    const same = bySlug.get(slug)
    if (same) same.push(page)
    else if (slug !== '') bySlug.set(slug, [page])
  }
  const slugs = new Map(changed)
  const taken = new Set(bySlug.keys())
  const conflicts: Conflict[] = []
  for (const [slug, pages] of bySlug) {
    if (pages.length < 2) continue
    const rank = (page: string) => (slugs.get(page) === slug ? 0 : 1)
    const [first = '', ...others] = pages.sort(
      (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1),
    )
    let keeper = first
    for (const page of others) {
      const decision = decisions.get(page)
      if (!decision?.record) continue
      const holder = decisions.get(keeper)
      if (holder && areTwins(decision, holder, parents)) {
        const dropped = page > keeper ? decision : holder
        dropped.record = null
        members.delete(dropped.id)
        if (dropped === holder) keeper = page
        continue
      }
      const free = freeSlug(slug, taken)
      taken.add(free)
      decision.record = { ...decision.record, slug: free }
      members.set(page, free)
      conflicts.push(slugConflict(decision, keeper, holder))
    }
  }
  return conflicts
}

function slugConflict(decision: Decision, keeper: string, holder: Decision | undefined): Conflict {
  const isAdded = !decision.base && holder !== undefined && !holder.base
  const kind = isAdded ? 'add_add' : 'slug_slug'
  const conflict = pageConflict(kind, decision, { field: 'slug', related: [keeper] })
  // The other side of the conflict is another page.
  return { ...conflict, changed: holder?.changed ? { page: holder.changed } : conflict.changed }
}

/** Both sides added the same page under different ids, and neither has children. */
function areTwins(one: Decision, other: Decision, parents: ReadonlySet<string | null>): boolean {
  if (one.base || other.base || !one.record || !other.record) return false
  if (parents.has(one.id) || parents.has(other.id)) return false
  return isSameContent(one.record, other.record)
}

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
