import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, type Route, route, type View } from '../../rest/route.ts'
import { changeRequestById, RestChangeRequest, toRestChangeRequest } from '../change-requests/index.ts'
import { pageSubtree, pageTree } from './computed/expanded-tree.ts'
import { textIn } from './content.evaluation.ts'
import type { PageRow } from './content.loaders.ts'
import {
  type FoundPage,
  getFile,
  getPage,
  getPageByPath,
  getReusableContent,
  getRevision,
  listFiles,
  listPages,
  type OutputOptions,
  type PageFormat,
} from './content.service.ts'
import { contentPaths, publishedUrlsIn } from './content.urls.ts'
import { appPath, type Content } from './content-scope.ts'
import {
  bodyIn,
  RestFile,
  RestPage,
  RestReusable,
  toRestFile,
  toRestPage,
  toRestReusable,
} from './pages.rest.ts'
import { changingRoutes } from './saving/changes.rest.ts'

const RestRevision = z
  .object({
    object: z.literal('revision'),
    id: z.string(),
    parents: z.array(z.string()),
    type: z.string(),
    mergedFrom: RestChangeRequest.optional().meta({
      description: 'The merged change request, when `type` is `merge`.',
    }),
    pages: z.array(RestPage),
    files: z.array(RestFile),
    reusableContents: z.array(RestReusable),
    tags: z.array(z.unknown()).meta({ description: 'Tags are not stored, so it is empty.' }),
    variables: z.unknown().optional(),
    createdAt: Timestamp,
    git: z.unknown().optional(),
    urls: z.object({
      app: z.string(),
      published: z.string().optional().meta({
        description: 'The URL on a published site, if this is the current main content.',
      }),
      public: z.string().optional().meta({ description: 'The same, if everyone can read it.' }),
    }),
  })
  .meta({ id: 'Revision' })

async function toRestRevision({ content, output }: { content: Content; output: OutputOptions }, view: View) {
  const { revision, snapshot } = content
  const [tree, files, reusables, mergedFrom, published] = await Promise.all([
    view.caller.load(pageTree, content),
    content.seen ? content.seen.files() : snapshot.allFiles(),
    content.seen ? new Map() : snapshot.allReusables(),
    revision.mergedFromId === null ? null : view.caller.load(changeRequestById, revision.mergedFromId),
    publishedUrlsIn(content, view),
  ])
  return {
    object: 'revision' as const,
    id: revision.id,
    parents: revision.parents,
    type: revision.type,
    mergedFrom: mergedFrom ? toRestChangeRequest(mergedFrom, view) : undefined,
    pages: tree.map((page) => toRestPage(page, content, view, output)),
    files: inOrder(files).map(([id, file]) => toRestFile(id, file, content, view, output)),
    reusableContents: inOrder(reusables).map(([id, reusable]) => toRestReusable(id, reusable, output)),
    tags: [],
    variables: revision.variables,
    createdAt: revision.createdAt.toISOString(),
    git: output.metadata ? (revision.git ?? undefined) : undefined,
    urls: { app: view.urls.app(appPath(content, '')), ...published },
  }
}

/** Ids are ordered by creation. */
const inOrder = <Value>(map: ReadonlyMap<string, Value>) =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1))

/** A page with its descendants, and its text if it can have one. */
export async function presentPage({ row, format }: FoundPage, view: View) {
  const { content, page, pageId: id, above } = row
  const [tree, markdown] = await Promise.all([
    view.caller.load(pageSubtree, { content, placed: { id, page, above } }),
    page.type === 'document' ? textOf(row, page.document, format, view) : null,
  ])
  return {
    ...toRestPage(tree, content, view, format),
    ...(markdown === null ? {} : await bodyIn(format.format, markdown, view)),
  }
}

const textOf = (
  { content, page }: { content: Content; page?: PageRow['page'] },
  document: string | undefined,
  { evaluated }: PageFormat,
  { caller }: View,
) => caller.load(textIn, { content, document, evaluated, ...(page ? { page } : {}) })

/** Increase this when the same content is presented differently, because clients cache responses by their tag. */
const FORM = 2

/**
 * The tag of a response that is read from one revision. A revision never changes, and for one URL nothing else
 * affects the body, so the tag is known before any text is read. Files are excluded, because their URLs expire,
 * computed pages, because they follow their spec, and readers of sites, who see different parts.
 */
const etagIn = ({ revision, isExpanded, seen }: Content) =>
  seen || (revision.hasComputed && isExpanded) ? undefined : `"${revision.id}-${FORM}"`

/** The read routes of main content, change requests and revisions; only the path differs. */
function readingRoutes(prefix: string, fixed: Record<string, unknown>): Route[] {
  return [
    route('GET', prefix, getRevision, {
      summary: 'Get the content as a revision',
      response: RestRevision,
      present: toRestRevision,
      fixed,
    }),
    route('GET', `${prefix}/pages`, listPages, {
      summary: 'List the pages',
      response: z.object({ pages: z.array(RestPage) }),
      present: async ({ content, output }, view) => ({
        pages: (await view.caller.load(pageTree, content)).map((page) =>
          toRestPage(page, content, view, output),
        ),
      }),
      etag: ({ content }) => etagIn(content),
      isShared: true,
      fixed,
    }),
    route('GET', `${prefix}/page/:pageId`, getPage, {
      summary: 'Get a page by its id',
      response: RestPage,
      present: presentPage,
      etag: ({ row }) => etagIn(row.content),
      fixed,
    }),
    route('GET', `${prefix}/path/*`, getPageByPath, {
      summary: 'Get a page by its path',
      response: RestPage,
      present: presentPage,
      etag: ({ row }) => etagIn(row.content),
      fixed,
      rest: 'pagePath',
    }),
    listRoute(`${prefix}/files`, listFiles, {
      summary: 'List the files',
      item: RestFile,
      present: (rows, view, content, output) =>
        rows.map(({ fileId, file }) => toRestFile(fileId, file, content, view, output)),
      fixed,
    }),
    route('GET', `${prefix}/files/:fileId`, getFile, {
      summary: 'Get a file',
      response: RestFile,
      present: ({ row: { fileId, file, content }, output }, view) =>
        toRestFile(fileId, file, content, view, output),
      fixed,
    }),
    route('GET', `${prefix}/reusable-contents/:reusableContentId`, getReusableContent, {
      summary: 'Get a reusable content',
      response: RestReusable,
      present: async ({ row, format }, view) => ({
        ...toRestReusable(row.reusableContentId, row.reusable, format),
        ...(await bodyIn(format.format, await textOf(row, row.reusable.document, format, view), view)),
      }),
      etag: ({ row }) => etagIn(row.content),
      fixed,
    }),
  ]
}

export const routes: Route[] = [
  ...Object.values(contentPaths).flatMap(({ path, fixed }) => readingRoutes(path, fixed)),
  ...changingRoutes,
]
