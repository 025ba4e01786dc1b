import { z } from 'zod'
import { type Route, route } from '../../rest/route.ts'
import { contentPaths } from '../content/index.ts'
import { getDocument, getPageDocument, getReusableContentDocument } from './page-documents.service.ts'

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

export const routes: Route[] = [
  ...Object.values(contentPaths).flatMap(({ path, fixed }) => [
    route('GET', `${path}/page/:pageId/document`, getPageDocument, {
      ...document,
      summary: 'Get the text of a page as a document',
      fixed,
    }),
    route('GET', `${path}/reusable-contents/:reusableContentId/document`, getReusableContentDocument, {
      ...document,
      summary: 'Get a reusable content as a document',
      fixed,
    }),
  ]),
  route('GET', '/spaces/:spaceId/documents/:documentId', getDocument, {
    ...document,
    summary: 'Get a document of the main content by its ID',
  }),
]
