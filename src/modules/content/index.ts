import { defineModule } from '../../core/module.ts'
import './changes.graphql.ts'
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
import { listDifferences } from './merge/differences.service.ts'
import { mergeChangeRequest, updateFromMain } from './merge/merge.service.ts'
import { getPdf } from './pdf/pdf.service.ts'

export const content = defineModule({
  name: 'content',
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
  ],
  lists: [listFiles, listConflicts],
  routes,
  nodes: {
    Revision: { loader: revisionNode, scope: 'space:read' },
    Page: { loader: pageNode, scope: 'space:read' },
    File: { loader: fileNode, scope: 'space:read' },
    Conflict: { loader: conflictById, scope: 'space:read' },
  },
})

export { findDownload } from './files/downloads.ts'
export { PdfDownloads } from './pdf/pdf.downloads.ts'
export { removeOldRenderings } from './pdf/renderings.ts'
