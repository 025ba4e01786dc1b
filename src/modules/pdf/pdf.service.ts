import { notFound } from '../../core/errors.ts'
import { operation } from '../../core/operations/operation.ts'
import { getContent } from '../content/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import type { BookPart } from './book/book.ts'
import { coverLogoFor } from './cover-logo.ts'
import { pdfKey } from './pdf.key.ts'
import { GetPdf } from './pdf.model.ts'

/** Some pages of a revision as a PDF, which is rendered when it is fetched. */
interface PdfOfRevision {
  spaceId: string
  revisionId: string
  part: BookPart
  /** Identifies the PDF by its content. */
  key: string
}

export const getPdf = operation({
  id: 'content.getPdf',
  input: GetPdf,
  scope: 'space:read',
  writes: false,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async ({ reads }, { page = null, only }, { revision, snapshot }): Promise<PdfOfRevision> => {
    if (page !== null && !(await snapshot.pages([page])).has(page)) throw notFound('This page')
    const { id: revisionId, spaceId } = revision
    const part = { page, only }
    const { title, language } = await getSpaceRow(reads, spaceId)
    const logo = await coverLogoFor(reads.db, spaceId, part)
    return { spaceId, revisionId, part, key: pdfKey(revision, { title, language, logo }, part) }
  },
})
