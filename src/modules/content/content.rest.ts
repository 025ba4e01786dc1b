import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { MAX_FILE_BYTES } from '../../core/files/inspect-upload.ts'
import { listRoute, type Route, route, type View } from '../../rest/route.ts'
import { changeRequestById, RestChangeRequest, toRestChangeRequest } from '../change-requests/index.ts'
import { type ChangedContent, changeContent, uploadFiles } from './changes.service.ts'
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
import { contentPaths, pageUrl, publishedUrlsIn } from './content.urls.ts'
import { appPath, type Content, contentAfter } from './content-scope.ts'
import type { ChangeResult } from './pages/batch-context.ts'
import { MAX_FILES } from './pages/changes.model.ts'
import {
  bodyIn,
  RestFile,
  RestPage,
  RestReusable,
  toRestFile,
  toRestPage,
  toRestReusable,
} from './pages.rest.ts'

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
async function presentPage({ row, format }: FoundPage, view: View) {
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

/** JSON is parsed on the main thread. Larger files are uploaded as form data, and larger texts in several batches. */
export const CHANGES_BYTES = 4 * 1024 * 1024
const FORM_BYTES = 32 * 1024 * 1024

const RestChangeResult = z
  .object({
    object: z.string(),
    ref: z.string().optional(),
    merged: z
      .literal(true)
      .optional()
      .meta({
        description:
          'The text was merged with what others saved since the expected revision: it is not the text of the request. ' +
          'Read it again.',
      }),
    page: z
      .union([
        z.string(),
        z.object({ object: z.literal('page'), id: z.string(), urls: z.object({ location: z.string() }) }),
      ])
      .optional(),
    name: z.string().optional(),
    file: z.string().optional(),
    reusableContent: z.string().optional(),
  })
  .meta({ id: 'ContentChangeResult' })

const RestChanged = z
  .union([
    RestChangeRequest,
    z.object({
      changeRequest: RestChangeRequest.optional(),
      revision: z.string(),
      changes: z.array(RestChangeResult),
      insertedFiles: z.array(RestFile),
    }),
  ])
  .meta({ id: 'ChangedContent' })

function toRestResult(result: ChangeResult, content: Content, view: View): z.input<typeof RestChangeResult> {
  switch (result.kind) {
    case 'created_page':
    case 'updated_page':
      return {
        object: result.kind,
        ref: result.ref,
        merged: result.isMerged,
        page: {
          object: 'page',
          id: result.id,
          urls: {
            location: pageUrl(view.urls, content.spaceId, content.changeRequest?.id ?? null, result.id),
          },
        },
      }
    case 'deleted_page':
      return { object: result.kind, page: result.id }
    case 'variable':
      return { object: 'set_variable', name: result.name }
    case 'created_file':
    case 'updated_file':
    case 'deleted_file':
      return { object: result.kind, ref: result.ref, file: result.id }
    default:
      return {
        object: result.kind,
        ref: result.ref,
        merged: result.isMerged,
        reusableContent: result.id,
      }
  }
}

async function presentChanged(
  { results, compat, ...written }: ChangedContent,
  view: View,
): Promise<z.input<typeof RestChanged>> {
  const content = await view.caller.load(contentAfter, written)
  const { changeRequest } = content
  const changed = changeRequest && toRestChangeRequest(changeRequest, view)
  if (compat && changed) return changed
  return {
    ...(changed ? { changeRequest: changed } : {}),
    revision: content.revision.id,
    changes: results.map((result) => toRestResult(result, content, view)),
    insertedFiles: results.flatMap((result) =>
      result.kind === 'created_file' && result.file
        ? [toRestFile(result.id, result.file, content, view)]
        : [],
    ),
  }
}

const changing = (path: string, fixed: Record<string, unknown>): Route =>
  route('POST', path, changeContent, {
    summary: 'Change pages and files in one transaction',
    response: RestChanged,
    present: presentChanged,
    fixed,
    bodyLimit: CHANGES_BYTES,
  })

const uploading = (path: string, fixed: Record<string, unknown>): Route =>
  route('POST', path, uploadFiles, {
    summary: 'Upload files from a form',
    status: 201,
    response: RestChanged,
    present: presentChanged,
    fixed,
    bodyLimit: FORM_BYTES,
    upload: { files: MAX_FILES, bytes: MAX_FILE_BYTES },
  })

export const routes: Route[] = [
  ...Object.values(contentPaths).flatMap(({ path, fixed }) => readingRoutes(path, fixed)),
  changing('/spaces/:spaceId/content', { changeRequestId: undefined }),
  changing('/spaces/:spaceId/change-requests/:changeRequestId/content', {}),
  uploading('/spaces/:spaceId/content/files', { changeRequestId: undefined }),
  uploading('/spaces/:spaceId/change-requests/:changeRequestId/content/files', {}),
]
