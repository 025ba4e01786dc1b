import { defineModule } from '../../core/module.ts'
import './changes.graphql.ts'
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
import './search/search.graphql.ts'
import { searchRoutes } from './search/search.rest.ts'
import { searchOrganization, searchSpace } from './search/search.service.ts'

export const content = defineModule({
  name: 'content',
  operations: [getRevision, listPages, getPage, getPageByPath, getFile, getReusableContent, changeContent],
  lists: [listFiles, searchOrganization, searchSpace],
  routes: [...routes, ...searchRoutes],
  nodes: {
    Revision: { loader: revisionNode, scope: 'space:read' },
    Page: { loader: pageNode, scope: 'space:read' },
    File: { loader: fileNode, scope: 'space:read' },
  },
})
