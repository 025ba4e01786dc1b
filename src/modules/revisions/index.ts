import { defineModule } from '../../core/operations/module.ts'
import { facts } from './revisions.facts.ts'

/** The storage of content. The module has no operations of its own. */
export const revisions = defineModule({ name: 'revisions', facts, operations: [], lists: [], routes: [] })

export { type ContentCopy, contentCopies, copyContent } from './copy-content.ts'
export { canonicalJson, hashOf } from './hash.ts'
export { countEntries, type EntryKey, findAtPaths, findEntries, Nodes } from './nodes.ts'
export { readPaths } from './read-paths.ts'
export type * from './records.ts'
export { folderOf, parentOf, ROOT_FOLDER } from './records.ts'
export {
  type DocumentKey,
  diffRevisions,
  findDocuments,
  findPlaced,
  type PlacedPage,
  pathOf,
  type RevisionDiff,
  type Roots,
  Snapshot,
} from './snapshot.ts'
export {
  type ContentEdits,
  findBlob,
  hasEdits,
  insertBlob,
  insertBlobs,
  type NewRevision,
  NO_EDITS,
  type RevisionType,
  type Writer,
  writeRevision,
} from './write-revision.ts'
