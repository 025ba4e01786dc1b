import { defineModule } from '../../core/operations/module.ts'
import { facts } from './content.facts.ts'
import './changes.graphql.ts'
import './import/import.graphql.ts'
import './links/links.graphql.ts'
import './merge/differences.graphql.ts'
import './merge/merge.graphql.ts'
import './pdf/pdf.graphql.ts'
import { changeContent, uploadFiles } from './changes.service.ts'
import { conflictById } from './conflicts/conflicts.loaders.ts'
import { listConflicts, resolveConflict } from './conflicts/conflicts.service.ts'
import { fileNode, pageNode, revisionNode } from './content.loaders.ts'
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
import { importIntoChangeRequest } from './import/import.service.ts'
import {
  listChangeRequestLinks,
  listFileBacklinks,
  listPageBacklinks,
  listPageLinks,
  listSpaceLinks,
} from './links/links.service.ts'
import { listDifferences } from './merge/differences.service.ts'
import { mergeChangeRequest, updateFromMain } from './merge/merge.service.ts'
import './search/search.graphql.ts'
import { getPdf } from './pdf/pdf.service.ts'
import { removeOldRenderings } from './pdf/renderings.ts'
import { indexOldContent } from './reindex.ts'
import { searchRoutes } from './search/search.rest.ts'
import { searchOrganization, searchSpace } from './search/search.service.ts'

export const content = defineModule({
  name: 'content',
  facts,
  periodic: {
    'remove-old-renderings': ({ database, now }) => removeOldRenderings(database, { now }),
    'index-content': ({ database, signal, onProgress, onError }) =>
      indexOldContent(database, {
        signal,
        onProgress: (progress) => onProgress(progress, 'indexing content again'),
        onError: (spaceId, error) => onError(error, { spaceId }),
      }),
  },
  operations: [
    getRevision,
    listPages,
    getPage,
    getPageByPath,
    getFile,
    getReusableContent,
    getPdf,
    changeContent,
    uploadFiles,
    mergeChangeRequest,
    updateFromMain,
    resolveConflict,
    listDifferences,
    importIntoChangeRequest,
  ],
  lists: [
    listFiles,
    listConflicts,
    searchOrganization,
    searchSpace,
    listSpaceLinks,
    listChangeRequestLinks,
    listPageLinks,
    listPageBacklinks,
    listFileBacklinks,
  ],
  routes: [...routes, ...searchRoutes],
  nodes: {
    Revision: revisionNode,
    Page: pageNode,
    File: fileNode,
    Conflict: conflictById,
  },
})

export { RevisionType } from './content.graphql.ts'
export { pageRow, revisionNode, sourceOf } from './content.loaders.ts'
export { findContent } from './content.places.ts'
export { findDownload } from './files/downloads.ts'
export { PageType } from './pages/pages.graphql.ts'
export { PdfDownloads } from './pdf/pdf.downloads.ts'
export { type RememberedPage, rememberedPages } from './remembered-pages.ts'
