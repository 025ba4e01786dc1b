import { notFound } from '../../core/errors.ts'
import { operation } from '../../core/operations/operation.ts'
import { getContent } from '../content/index.ts'
import type { BookPart } from './book/book.ts'
import { GetPdf } from './pdf.model.ts'

/** Some pages of a revision as a PDF, which is rendered when it is fetched. */
export interface PdfOfRevision {
  spaceId: string
  revisionId: string
  part: BookPart
}

export const getPdf = operation({
  id: 'content.getPdf',
  input: GetPdf,
  scope: 'space:read',
  writes: false,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (_ctx, { page = null, only }, { revision, snapshot }): Promise<PdfOfRevision> => {
    if (page !== null && !(await snapshot.pages([page])).has(page)) throw notFound('This page')
    return { spaceId: revision.spaceId, revisionId: revision.id, part: { page, only } }
  },
})
