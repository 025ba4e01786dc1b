import { defineModule } from '../../core/module.ts'
import './changes.graphql.ts'
import { changeContent, uploadFiles } from './changes.service.ts'
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

export const content = defineModule({
  name: 'content',
  operations: [
    getRevision,
    listPages,
    getPage,
    getPageByPath,
    getFile,
    getReusableContent,
    changeContent,
    uploadFiles,
  ],
  lists: [listFiles],
  routes,
  nodes: {
    Revision: { loader: revisionNode, scope: 'space:read' },
    Page: { loader: pageNode, scope: 'space:read' },
    File: { loader: fileNode, scope: 'space:read' },
  },
})

export { RevisionType } from './content.graphql.ts'
export { pageRow, revisionNode, sourceOf } from './content.loaders.ts'
export { findContent } from './content.places.ts'
export { previewOfBlock } from './document/index.ts'
export { findDownload } from './files/downloads.ts'
export { PageType } from './pages/pages.graphql.ts'
export { type RememberedPage, rememberedPages } from './remembered-pages.ts'
