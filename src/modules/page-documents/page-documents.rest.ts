import { z } from 'zod'
import { type Route, route, type View } from '../../rest/route.ts'
import { contentPaths, mainAppPath, RestPage, toRestLayout } from '../content/index.ts'
import { ComputedDocumentPath, getComputedDocument } from './computed-document.ts'
import { type ComputedRevision, getComputedRevision } from './get-computed-revision.ts'
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

/** The pages of a spec as they would be in a revision, without their texts. */
const pagesOf = ({ spaceId, spec, seed, pages }: ComputedRevision, { urls }: View): RestPage[] =>
  pages.map(({ key, doc, title, slug, description }) => ({
    id: seed === '' ? key : `${seed}_${key}`,
    title,
    type: 'document' as const,
    kind: 'sheet' as const,
    slug,
    path: slug,
    description: description ?? undefined,
    hidden: false,
    noIndex: false,
    noRobotsIndex: false,
    layout: toRestLayout({}),
    tags: [],
    computed: {
      type: 'builtin:openapi',
      props: { doc, page: slug },
      dependencies: { spec: { ref: { kind: 'openapi', spec } } },
    },
    computedSeed: seed,
    urls: { app: urls.app(mainAppPath(spaceId, slug)) },
    pages: [],
  }))

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
  route('POST', '/spaces/:spaceId/content/computed/revision', getComputedRevision, {
    summary: 'Get the pages that an OpenAPI spec computes',
    response: z
      .object({
        pages: z.array(RestPage),
        files: z.array(z.unknown()).meta({ description: 'Specs have no files.' }),
        reusableContents: z.array(z.unknown()).meta({ description: 'Nor reusable contents.' }),
      })
      .meta({ id: 'ComputedRevision' }),
    present: (revision, view) => ({ pages: pagesOf(revision, view), files: [], reusableContents: [] }),
  }),
  route('GET', '/spaces/:spaceId/documents/:documentId', getDocument, {
    ...document,
    summary: 'Get a document of the main content by its ID',
  }),
]
