import type { Context } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { Format } from '../../core/fields.ts'
import { listOperation, operation } from '../../core/operation.ts'
import type { FileRecord, ReusableRecord } from '../revisions/index.ts'
import { evaluated } from './content.evaluation.ts'
import { filesOfContent, pagesOfContent } from './content.lists.ts'
import { findPageIdAt } from './content.loaders.ts'
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
import { type Content, getContent } from './content.places.ts'
import { type PageTree, readSubtree } from './pages/tree.ts'

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

/** A page of some content, with everything below it, and its text unless it cannot have one. */
export interface PageInContent {
  content: Content
  tree: PageTree
  markdown: string | null
  reading: PageReading
}

export interface FileInContent {
  content: Content
  telling: Telling
  id: string
  file: FileRecord
}

export interface ReusableInContent {
  content: Content
  markdown: string
  reading: PageReading
  id: string
  reusable: ReusableRecord
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

/** The same a part at a time, for a door that asks for parts. */
export const listPagesInOrder = listOperation({
  id: listPages.id,
  input: GetContent,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, input) => getContent(ctx.reads, input),
  list: () => pagesOfContent,
})

export const getPage = operation({
  id: 'content.getPage',
  input: GetPage,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: (ctx, { pageId, ...reading }, content) => pageIn(ctx, content, pageId, reading),
})

export const getPageByPath = operation({
  id: 'content.getPageByPath',
  input: GetPageByPath,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { pagePath, ...reading }, content) =>
    pageIn(ctx, content, await findPageIdAt(ctx.reads, content, pagePath), reading),
})

async function pageIn(
  ctx: Context,
  content: Content,
  pageId: string | null,
  reading: PageReading,
): Promise<PageInContent> {
  const tree = pageId === null ? null : await readSubtree(content.snapshot, pageId)
  if (!tree) throw notFound('This page')
  const { page } = tree
  if (page.type !== 'document') return { content, tree, markdown: null, reading }
  const source = await textOf(content, page)
  const markdown = reading.evaluated ? await evaluated(ctx.reads, content, source, page) : source
  return { content, tree, markdown, reading }
}

/** A source text; empty where there is none. */
async function textOf({ snapshot }: Content, { document }: { document?: string }): Promise<string> {
  return document === undefined ? '' : ((await snapshot.documents([document])).get(document) ?? '')
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
  run: async (_ctx, { fileId: id, ...telling }, content): Promise<FileInContent> => {
    const file = (await content.snapshot.files([id])).get(id)
    if (!file) throw notFound('This file')
    return { content, id, file, telling }
  },
})

export const getReusableContent = operation({
  id: 'content.getReusableContent',
  input: GetReusableContent,
  ...reading,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { reusableContentId: id, ...reading }, content): Promise<ReusableInContent> => {
    const reusable = (await content.snapshot.reusables([id])).get(id)
    if (!reusable) throw notFound('This reusable content')
    const source = await textOf(content, reusable)
    const markdown = reading.evaluated ? await evaluated(ctx.reads, content, source) : source
    return { content, id, reusable, markdown, reading }
  },
})
