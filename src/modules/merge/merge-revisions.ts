import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Git } from '../../platform/git.ts'
import { diffRevisions, Nodes, type RevisionDiff, Snapshot } from '../revisions/index.ts'
import { sourceMerger } from '../text-merge/index.ts'
import { merge } from './three-way/merge.ts'
import type { ChangedIds, MergeResult } from './three-way/types.ts'

/** The three revisions of a merge. */
export interface ThreeRevisions {
  /** The common base of both sides. */
  base: Revision
  /** Main content. */
  primary: Revision
  /** The change request. */
  changed: Revision
}

export const changedIds = ({ pages, folders, files, reusables }: RevisionDiff): ChangedIds => ({
  pages: new Set(pages.keys()),
  folders: new Set(folders.keys()),
  files: new Set(files.keys()),
  reusables: new Set(reusables.keys()),
})

/** A merge, and what was read for it. */
export interface ComputedMerge {
  result: MergeResult
  /** Main content. */
  main: Snapshot
  nodes: Nodes
}

/** Merges two revisions of a space, in the turn of its organization. The cost depends on the number of changes, not on the size of the space. */
export async function mergeRevisions(
  db: Queryable,
  { base, primary, changed }: ThreeRevisions,
  { git, organizationId }: { git: Git; organizationId: string },
): Promise<ComputedMerge> {
  const nodes = new Nodes(db, base.spaceId)
  const baseReader = new Snapshot(db, base)
  const readers = {
    base: baseReader,
    // In most merges main content has not changed, and what is read of one is known of the other.
    primary: primary.id === base.id ? baseReader : new Snapshot(db, primary),
    changed: new Snapshot(db, changed),
  }
  const primaryDiff = await diffRevisions(db, base, primary, nodes)
  const changedDiff = await diffRevisions(db, base, changed, nodes)
  for (const diff of [primaryDiff, changedDiff]) {
    // What a side has not changed is as in the base. Its own changes, below, come after this.
    for (const reader of new Set(Object.values(readers))) await reader.learn(diff, 'before')
  }
  await readers.primary.learn(primaryDiff, 'after')
  await readers.changed.learn(changedDiff, 'after')
  const result = await merge(
    { ...readers, primaryChanges: changedIds(primaryDiff), changedChanges: changedIds(changedDiff) },
    { mergeSource: sourceMerger(git, organizationId) },
  )
  return { result, main: readers.primary, nodes }
}
