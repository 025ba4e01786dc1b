import { z } from 'zod'
import { type Route, route } from '../../rest/route.ts'
import { contentPaths } from '../content/index.ts'
import { ComputedDocumentPath, getComputedDocument } from './computed-document.ts'
import {
  getDocument,
  getPageDocument,
  getPageMetaLinks,
  getReusableContentDocument,
} from './page-documents.service.ts'

const RestDocument = z
  .object({
    object: z.literal('document'),
    data: z.record(z.string(), z.unknown()),
    nodes: z.array(z.unknown()),
  })
  .meta({
    id: 'ClientDocument',
    description:
      'A text as a tree of nodes, in the form of the public API: references are those to pages, files and spaces by their IDs.',
  })

const document = {
  response: RestDocument,
  // A long document is already encoded.
  present: (written: object) => written as z.input<typeof RestDocument>,
}

const RestMetaLink = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('page'), page: z.string() }),
    z.object({ kind: z.literal('url'), url: z.string() }),
  ])
  .meta({ id: 'PageMetaLink' })
const RestMetaLinks = z
  .object({ canonical: RestMetaLink.optional(), alternates: z.array(RestMetaLink) })
  .meta({ id: 'PageMetaLinks', description: 'Where the content of a page is as well.' })

export const routes: Route[] = [
  ...Object.values(contentPaths).flatMap(({ path, fixed }) => [
    route('GET', `${path}/page/:pageId/document`, getPageDocument, {
      ...document,
      summary: 'Get the text of a page as a document',
      fixed,
    }),
    route('GET', `${path}/page/:pageId/meta-links`, getPageMetaLinks, {
      response: RestMetaLinks,
      present: ({ canonical, alternates }) => ({ ...(canonical ? { canonical } : {}), alternates }),
      summary: 'Get where the content of a page is as well, as its front matter states it',
      fixed,
    }),
    route('GET', `${path}/reusable-contents/:reusableContentId/document`, getReusableContentDocument, {
      ...document,
      summary: 'Get a reusable content as a document',
      fixed,
    }),
  ]),
  route('POST', ComputedDocumentPath, getComputedDocument, {
    ...document,
    summary: 'Get the text that an OpenAPI spec computes for a page, as a document',
  }),
  route('GET', '/spaces/:spaceId/documents/:documentId', getDocument, {
    ...document,
    summary: 'Get a document of the main content by its ID',
  }),
]
