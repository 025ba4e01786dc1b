import { notFound } from '../../core/errors.ts'
import type { Format } from '../../core/fields.ts'
import { embeddedList, listOperation, operation } from '../../core/operations/operation.ts'
import {
  filesOfContent,
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
  type PageRow,
  type ReusableRow,
  reusablesIn,
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

/** How content is to be told. */
export interface Telling {
  /** Whether to tell where things came from in Git. */
  metadata: boolean
}

/** How a text is to be told. */
export interface PageReading extends Telling {
  format?: Format | undefined
  evaluated: boolean
}

/** A page that was found, and how it is to be shown. Its text, and what is below it, is read by who shows that. */
export interface FoundPage {
  row: PageRow
  reading: PageReading
}

export interface FoundFile {
  row: FileInRevision
  telling: Telling
}

export interface FoundReusable {
  row: ReusableRow
  reading: PageReading
}

const reading = { scope: 'space:read', writes: false } as const

export const getRevision = operation({
  id: 'content.getRevision',
  input: GetContent,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (_ctx, telling, content) => ({ content, telling }),
})

export const listPages = operation({
  id: 'content.listPages',
  input: GetContent,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (_ctx, telling, content) => ({ content, telling }),
})

/** The same a part at a time, for an API layer that asks for parts. */
export const listPagesInOrder = listOperation({
  id: listPages.id,
  input: GetContent,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, input) => getContent(ctx.reads, input),
  list: () => pagesOfContent,
})

export const listRootPages = embeddedList(listPages, pagesAtRoot)

export const getPage = operation({
  id: 'content.getPage',
  input: GetPage,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { pageId, ...reading }, content) =>
    foundPage(await findPage(ctx.reads, content, pageId), reading),
})

export const listPagesBelow = embeddedList(getPage, pagesBelowPage)

export const getPageByPath = operation({
  id: 'content.getPageByPath',
  input: GetPageByPath,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { pagePath, ...reading }, content) =>
    foundPage(await findPageAt(ctx.reads, content, pagePath), reading),
})

function foundPage(row: PageRow | null, reading: PageReading): FoundPage {
  if (!row) throw notFound('This page')
  return { row, reading }
}

export const listFiles = listOperation({
  id: 'content.listFiles',
  input: ListFiles,
  filters: ListFilesFilters,
  scope: 'space:read',
  parent: (ctx, input) => getContent(ctx.reads, input),
  list: () => filesOfContent,
})

export const getFile = operation({
  id: 'content.getFile',
  input: GetFile,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { fileId, ...telling }, content): Promise<FoundFile> => {
    const row = await findFile(ctx.reads, content, fileId)
    if (!row) throw notFound('This file')
    return { row, telling }
  },
})

export const getReusableContent = operation({
  id: 'content.getReusableContent',
  input: GetReusableContent,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { reusableContentId: id, ...reading }, content): Promise<FoundReusable> => {
    const reusable = await ctx.reads.load(reusablesIn, { content, id })
    if (!reusable) throw notFound('This reusable content')
    return { row: { id, reusable, content }, reading }
  },
})

export const listReusableContents = embeddedList(getRevision, reusablesOfContent)
