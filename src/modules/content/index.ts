import { defineModule } from '../../core/operations/module.ts'
import { PARSE_TEXTS, parseTexts } from './background/parse-texts.ts'
import { removeOldParsedTexts } from './background/parsed-texts.ts'
import { facts } from './content.facts.ts'
import './changes.graphql.ts'
import { changeContent, uploadFiles } from './changes.service.ts'
import { INDEX_COMPUTED, indexComputedOfAll } from './computed/computed-indexes.ts'
import { fileNode, pageNode, reusableContentNode, revisionNode } from './content.loaders.ts'
import { routes } from './content.rest.ts'
import {
  getFile,
  getPage,
  getPageByPath,
  getReusableContent,
  getRevision,
  listFiles,
  listPages,
} from './content.service.ts'
import { findDownload } from './files/downloads.ts'
import './history/history.graphql.ts'
import { historyRoutes } from './history/history.rest.ts'
import { listPageRevisions, listRevisions } from './history/history.service.ts'
import { restorePage, restoreRevision } from './history/restore.service.ts'
import './location/location.graphql.ts'
import { locationRoutes } from './location/location.rest.ts'
import { getContentLocation } from './location/location.service.ts'
import { readerRoutes } from './readers/readers.rest.ts'
import { indexOldContent } from './reindex.ts'
import './templates/templates.graphql.ts'
import { templateRoutes } from './templates/templates.rest.ts'
import { applySpaceTemplate } from './templates/templates.service.ts'

export const content = defineModule({
  name: 'content',
  facts,
  periodic: {
    'index-content': ({ database, signal, onProgress, onError }) =>
      indexOldContent(database, {
        signal,
        onProgress: (progress) => onProgress(progress, 'indexing content again'),
        onError: (spaceId, error) => onError(error, { spaceId }),
      }),
    'remove-parsed-texts': removeOldParsedTexts,
  },
  operations: [
    getRevision,
    listPages,
    getPage,
    getPageByPath,
    getFile,
    getReusableContent,
    getContentLocation,
    applySpaceTemplate,
    changeContent,
    uploadFiles,
    restoreRevision,
    restorePage,
  ],
  lists: [listFiles, listRevisions, listPageRevisions],
  jobs: { [INDEX_COMPUTED]: indexComputedOfAll, [PARSE_TEXTS]: parseTexts },
  routes: [...routes, ...historyRoutes, ...locationRoutes, ...templateRoutes],
  readerRoutes,
  downloads: ({ database: db, files }) => ({
    paths: {
      '/files/:spaceId/:blob/:name': ({ spaceId = '', blob = '', name = '' }) =>
        findDownload({ db, files }, { spaceId, blob, name }),
    },
  }),
  nodes: {
    Revision: revisionNode,
    Page: pageNode,
    File: fileNode,
    ReusableContent: reusableContentNode,
  },
})

export {
  Batch,
  ContentChanges,
  Draft,
  MAX_SOURCE,
  OpenAPISource,
  sourcesOf,
  sourceWith,
  type WithDocument,
} from '../content-changes/index.ts'
export { isVisibleSpec, visibleSpec } from '../openapi-specs/index.ts'
export { addJobFields } from './background/jobs.graphql.ts'
export { parsedBefore, parseLater } from './background/parse-texts.ts'
export { ProgressLog } from './background/progress-log.ts'
export {
  batches,
  type EditableContent,
  editContent,
  getEditable,
  prepareEdit,
  saveChanges,
} from './changes.service.ts'
export { declareComputedIndex } from './computed/computed-indexes.ts'
export { ComputedLookup } from './computed/computed-lookup.ts'
export { computedTexts } from './computed/computed-texts.ts'
export { isSource as isComputedSource } from './computed/generated.ts'
export { textOfComputed, withComputedPages } from './computed/published-computed.ts'
export { evaluatedWith, evaluationIn, type Ingredients, textIn } from './content.evaluation.ts'
export { FileType, ReusableContent, RevisionType } from './content.graphql.ts'
export { bindToSpace } from './content.lists.ts'
export {
  type FileInRevision,
  findFile,
  findPage,
  findReusable,
  type PageRow,
  pageRow,
  placedIn,
  type ReusableRow,
  revisionNode,
  sourceOf,
} from './content.loaders.ts'
export { contentScope } from './content.model.ts'
export { contentPaths, fileUrl } from './content.urls.ts'
export {
  type HeldSpace,
  heldBy,
  holdChangeRequest,
  holdSpace,
  isSame as isSameContent,
  MANY_PAGES_MS,
  moveSpaceTo,
  moveSpaceToSame,
  requireUnruled,
  revisionOf,
  writeApart,
  writeChangeRequest,
  writeSpace,
} from './content.writing.ts'
export {
  appPath,
  type Content,
  type ContentScope,
  contentAt,
  contentOf,
  contentOfChangeRequest,
  contentOfSpace,
  findContent,
  getContent,
  mainAppPath,
  proposedContent,
  revisionById,
  revisionsFor,
} from './content-scope.ts'
export { findDownload } from './files/downloads.ts'
export { FetchDeadline, fetchFile } from './files/new-files.ts'
export { findPagesAt, findPagesById } from './find-pages.ts'
export {
  allRows,
  declareMainContentIndex,
  type MainContentChange,
  type MainContentIndex,
  strayRows,
} from './main-content-indexes.ts'
export { beginningsOf, formerPagesAt } from './pages/former-paths.ts'
export { includesIn, isIncludeOf } from './pages/includes.ts'
export { layoutOf } from './pages/layout.ts'
export { LineRangeType } from './pages/line-range.graphql.ts'
export { DocumentPage, LinkPage, PageType } from './pages/pages.graphql.ts'
export { RestLineRange } from './pages/rest-line-range.ts'
export { type PageTree, readSubtree, readTree } from './pages/tree.ts'
export {
  RestFile,
  RestPage,
  RestReusable,
  toRestFile,
  toRestLayout,
  toRestPage,
  toRestReusable,
} from './pages.rest.ts'
export { declareSeenContent, type SeenAt, type SeenContent } from './readers/seen-content.ts'
export { indexAllContentAgain } from './reindex.ts'
export { type RememberedPage, rememberedPages } from './remembered-pages.ts'
export { CHANGES_BYTES } from './saving/changes.rest.ts'
