import { notFound } from '../../core/errors.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import type { ReadContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { type Content, findPage, getContent, type PageRow } from '../content/index.ts'
import { GetPageBlocks, RenderMarkdown } from './page-blocks.model.ts'
import { type ResolvedText, resolvedTexts } from './resolved-texts.ts'

const reading = { scope: 'space:read', writes: false } as const

async function getPage(reads: RequestLoaders, content: Content, pageId: string): Promise<PageRow> {
  const page = await findPage(reads, content, pageId)
  if (!page) throw notFound('This page')
  return page
}

/** A text, and what it refers to. It is rendered where the URLs are known. */
const resolved = async (
  { reads, tools: { files } }: ReadContext,
  content: Content,
  page: PageRow | null,
  unsaved: string | null,
): Promise<ResolvedText | null> => reads.load(resolvedTexts, { content, page, unsaved, files })

export const getPageBlocks = operation({
  id: 'content.getPageBlocks',
  input: GetPageBlocks,
  ...reading,
  authorize: async ({ reads }, input) => getPage(reads, await getContent(reads, input), input.pageId),
  run: async (ctx, _input, page) =>
    page.page.type === 'document' ? resolved(ctx, page.content, page, null) : null,
})

export const renderMarkdown = operation({
  id: 'content.renderMarkdown',
  input: RenderMarkdown,
  ...reading,
  authorize: async ({ reads }, input) => {
    const content = await getContent(reads, input)
    return { content, page: input.page === undefined ? null : await getPage(reads, content, input.page) }
  },
  run: async (ctx, { markdown }, { content, page }) => resolved(ctx, content, page, markdown),
})
