import { notFound } from '../../core/errors.ts'
import type { Format } from '../../core/fields.ts'
import { embeddedList, listOperation, operation } from '../../core/operations/operation.ts'
import {
  filesOfContent,
  filesOfReader,
  pagesAtRoot,
  pagesBelowPage,
  pagesOfContent,
  reusablesOfContent,
} from './content.lists.ts'
import {
  type FileInRevision,
  findFile,
  findPage,
  findPageAt,
  findReusable,
  type PageRow,
  type ReusableRow,
} from './content.loaders.ts'
import {
  GetContent,
  GetFile,
  GetPage,
  GetPageByPath,
  GetReusableContent,
  ListFiles,
  ListFilesFilters,
  NoFilters,
} from './content.model.ts'
import { getContent } from './content-scope.ts'
import { findFormerPage } from './pages/former-paths.ts'

/** The output options of content. */
export interface OutputOptions {
  /** Whether to include the origin in a Git repository. */
  metadata: boolean
}

/** The output options of texts. */
export interface PageFormat extends OutputOptions {
  format?: Format | undefined
  evaluated: boolean
}

/** A page and its output options. Its text and its descendants are read by the API layer that returns them. */
export interface FoundPage {
  row: PageRow
  format: PageFormat
}

interface FoundFile {
  row: FileInRevision
  output: OutputOptions
}

interface FoundReusable {
  row: ReusableRow
  format: PageFormat
}

const reading = { scope: 'space:read', writes: false } as const

export const getRevision = operation({
  id: 'content.getRevision',
  forReaders: true,
  input: GetContent,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (_ctx, output, content) => ({ content, output }),
})

export const listPages = operation({
  id: 'content.listPages',
  forReaders: true,
  input: GetContent,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (_ctx, output, content) => ({ content, output }),
})

/** The same, paginated. */
export const listPagesInOrder = listOperation({
  id: listPages.id,
  forReaders: true,
  input: GetContent,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, input) => getContent(ctx.reads, input),
  list: () => pagesOfContent,
})

export const listRootPages = embeddedList(listPages, pagesAtRoot)

export const getPage = operation({
  id: 'content.getPage',
  forReaders: true,
  input: GetPage,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { pageId, ...format }, content) =>
    foundPage(await findPage(ctx.reads, content, pageId), format),
})

export const listPagesBelow = embeddedList(getPage, pagesBelowPage)

export const getPageByPath = operation({
  id: 'content.getPageByPath',
  forReaders: true,
  input: GetPageByPath,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { pagePath, former, ...format }, content) => {
    const row = await findPageAt(ctx.reads, content, pagePath)
    return foundPage(row ?? (former ? await findFormerPage(ctx.reads, content, pagePath) : null), format)
  },
})

function foundPage(row: PageRow | null, format: PageFormat): FoundPage {
  if (!row) throw notFound('This page')
  return { row, format }
}

export const listFiles = listOperation({
  id: 'content.listFiles',
  forReaders: true,
  input: ListFiles,
  filters: ListFilesFilters,
  scope: 'space:read',
  parent: (ctx, input) => getContent(ctx.reads, input),
  list: (content) => (content.seen ? filesOfReader : filesOfContent),
})

export const getFile = operation({
  id: 'content.getFile',
  forReaders: true,
  input: GetFile,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { fileId, ...output }, content): Promise<FoundFile> => {
    const row = await findFile(ctx.reads, content, fileId)
    if (!row) throw notFound('This file')
    return { row, output }
  },
})

export const getReusableContent = operation({
  id: 'content.getReusableContent',
  forReaders: true,
  input: GetReusableContent,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { reusableContentId: id, ...format }, content): Promise<FoundReusable> => {
    const row = await findReusable(ctx.reads, content, id)
    if (!row) throw notFound('This reusable content')
    return { row, format }
  },
})

/** Readers of published sites see reusable contents as parts of pages, or by the ID that a page has for one. */
export const listReusableContents = embeddedList({ ...getRevision, forReaders: false }, reusablesOfContent)
