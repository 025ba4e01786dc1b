import { defineModule } from '../../core/operations/module.ts'
import './page-documents.graphql.ts'
import { getComputedDocument } from './computed-document.ts'
import { getComputedRevision } from './get-computed-revision.ts'
import { routes } from './page-documents.rest.ts'
import {
  getDocument,
  getPageDocument,
  getPageMetaLinks,
  getReusableContentDocument,
} from './page-documents.service.ts'

/** Texts as documents in the form of the public API, with references by ID. */
export const pageDocuments = defineModule({
  name: 'page-documents',
  operations: [
    getPageDocument,
    getPageMetaLinks,
    getComputedDocument,
    getComputedRevision,
    getReusableContentDocument,
    getDocument,
  ],
  lists: [],
  routes,
})
