import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Git } from '../../platform/git.ts'
import { diffRevisions, Nodes, type RevisionDiff, Snapshot } from '../revisions/index.ts'
import { merge } from './three-way/merge.ts'
import { createMergeText } from './three-way/text.ts'
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

/** Merges two revisions of a space. The cost depends on the number of changes, not on the size of the space. */
export async function mergeRevisions(
  db: Queryable,
  { base, primary, changed }: ThreeRevisions,
  git: Git,
): Promise<MergeResult> {
  const nodes = new Nodes(db, base.spaceId)
  const readers = {
    base: new Snapshot(db, base),
    primary: new Snapshot(db, primary),
    changed: new Snapshot(db, changed),
  }
  const compare = async (side: 'primary' | 'changed', revision: Revision) => {
    const diff = await diffRevisions(db, base, revision, nodes)
    readers.base.learn(diff, 'before')
    readers[side].learn(diff, 'after')
    return changedIds(diff)
  }
  const primaryChanges = await compare('primary', primary)
  const changedChanges = await compare('changed', changed)
  return merge(
    { ...readers, primaryChanges, changedChanges },
    { mergeText: createMergeText({ git, log: () => {} }) },
  )
}
