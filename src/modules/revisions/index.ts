import { defineModule } from '../../core/operations/module.ts'
import { facts } from './revisions.facts.ts'
import { dataOfRevisions } from './revisions.personal.ts'
import { removeUnusedObjects } from './unused-objects.ts'

/** The storage of content. The module has no operations of its own. */
export const revisions = defineModule({
  name: 'revisions',
  facts,
  personalData: dataOfRevisions,
  periodic: { 'remove-unused-file-objects': removeUnusedObjects },
  operations: [],
  lists: [],
  routes: [],
})

export { type BlobStorage, findBlob, openBlob } from './blobs.ts'
export { type ContentCopy, contentCopies, copyContent } from './copy-content.ts'
export { canonicalJson, hashOf } from './hash.ts'
export { insertBlob, insertBlobs, type KeptBlob, keepBlobs, type NewBlob, storeBlobs } from './keep-blobs.ts'
export { type FilesPlace, moveFiles } from './move-files.ts'
export {
  chainOf,
  countEntries,
  type EntryKey,
  findAtPaths,
  findEntries,
  Nodes,
  walkChains,
} from './nodes.ts'
export { pageWords } from './page-words.ts'
export { readPaths } from './read-paths.ts'
export type * from './records.ts'
export { folderOf, parentOf, ROOT_FOLDER } from './records.ts'
export { isMark, isSameContent } from './same-content.ts'
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
export { countStoredObjects, sampleObjects } from './stored-objects.ts'
export { removeUnusedObjects } from './unused-objects.ts'
export {
  type ContentEdits,
  type Following,
  hasEdits,
  NO_EDITS,
  type RevisionType,
  writeIfChanged,
  writeRevision,
} from './write-revision.ts'
