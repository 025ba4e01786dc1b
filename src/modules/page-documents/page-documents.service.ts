import { notFound } from '../../core/errors.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { operation } from '../../core/operations/operation.ts'
import { type Content, findPage, findReusable, getContent, type PageRow, textIn } from '../content/index.ts'
import { clientDocumentOf, splitSource } from '../documents/index.ts'
import { clientTargetsOf } from './client-targets.ts'
import { metaLinksOf } from './meta-links.ts'
import {
  GetDocument,
  GetPageDocument,
  GetPageMetaLinks,
  GetReusableContentDocument,
} from './page-documents.model.ts'

const reading = { scope: 'space:read', writes: false, forReaders: true } as const

interface TextToWrite {
  content: Content
  page: PageRow | null
  document: string | undefined
}

/** The text as clients of the public API read documents. */
async function documentOf(
  reads: RequestLoaders,
  { content, page, document }: TextToWrite,
  { evaluated = 'false', dereferenced = 'false' }: { evaluated?: string; dereferenced?: string },
): Promise<object> {
  const source = await textIn.read(reads, {
    content,
    document,
    evaluated: evaluated !== 'false' || dereferenced !== 'false',
    ...(page ? { page: page.page } : {}),
  })
  const written = await clientDocumentOf(
    splitSource(source).body,
    (urls) => clientTargetsOf(reads, { content, page }, urls),
    reads.viewer.userId,
  )
  reads.meter.add(written.bytes)
  return written.value
}

export const getPageDocument = operation({
  id: 'content.getPageDocument',
  input: GetPageDocument,
  ...reading,
  authorize: async ({ reads }, { pageId, ...at }) => {
    const page = await findPage(reads, await getContent(reads, at), pageId)
    if (page?.page.type !== 'document') throw notFound('A page with a document')
    return page
  },
  run: ({ reads }, options, page) =>
    documentOf(reads, { content: page.content, page, document: page.page.document }, options),
})

/** Where the content of a page is as well, as its front matter states it. */
export const getPageMetaLinks = operation({
  id: 'content.getPageMetaLinks',
  input: GetPageMetaLinks,
  ...reading,
  authorize: async ({ reads }, { pageId, ...at }) => {
    const page = await findPage(reads, await getContent(reads, at), pageId)
    if (!page) throw notFound('This page')
    return page
  },
  run: ({ reads }, _input, page) => metaLinksOf(reads, page),
})

export const getReusableContentDocument = operation({
  id: 'content.getReusableContentDocument',
  input: GetReusableContentDocument,
  ...reading,
  authorize: async ({ reads }, { reusableContentId, ...at }) => {
    const row = await findReusable(reads, await getContent(reads, at), reusableContentId)
    if (!row) throw notFound('This reusable content')
    return row
  },
  run: ({ reads }, options, { content, reusable }) =>
    documentOf(reads, { content, page: null, document: reusable.document }, options),
})

/** A document of main content by its ID, as the first page that has it shows it. */
export const getDocument = operation({
  id: 'content.getDocument',
  input: GetDocument,
  ...reading,
  authorize: async ({ reads }, { spaceId, documentId }): Promise<TextToWrite> => {
    const content = await getContent(reads, { spaceId })
    for (const [id, { document }] of await content.snapshot.allPages()) {
      const page = document === documentId ? await findPage(reads, content, id) : null
      if (page) return { content, page, document }
    }
    const reusables = await content.snapshot.allReusables()
    if (![...reusables.values()].some(({ document }) => document === documentId))
      throw notFound('This document')
    return { content, page: null, document: documentId }
  },
  run: ({ reads }, _input, text) => documentOf(reads, text, {}),
})
