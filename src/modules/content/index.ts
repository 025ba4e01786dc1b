import { defineModule } from '../../core/module.ts'
import './changes.graphql.ts'
import './links/links.graphql.ts'
import { changeContent } from './changes.service.ts'
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
import { listFileBacklinks, listPageBacklinks, listPageLinks, listSpaceLinks } from './links/links.service.ts'

export const content = defineModule({
  name: 'content',
  operations: [getRevision, listPages, getPage, getPageByPath, getFile, getReusableContent, changeContent],
  lists: [listFiles, listSpaceLinks, listPageLinks, listPageBacklinks, listFileBacklinks],
  routes,
  nodes: {
    Revision: { loader: revisionNode, scope: 'space:read' },
    Page: { loader: pageNode, scope: 'space:read' },
    File: { loader: fileNode, scope: 'space:read' },
  },
})
