import { z } from 'zod'
import { type Route, route } from '../../rest/route.ts'
import { nameOfPart } from './book/part-name.ts'
import { noPdf, PdfState, pdfStatus } from './pdf.loaders.ts'
import { getPdf } from './pdf.service.ts'
import { pdfUrl } from './pdf.urls.ts'

const RestPdf = z.object({
  url: z.url(),
  state: PdfState.meta({
    description:
      'Whether the document exists: `none`, `rendering` or `ready`. It is rendered when it is first fetched.',
  }),
  done: z.int().optional().meta({ description: 'The number of pages that are rendered.' }),
  total: z.int().optional().meta({ description: 'The number of all pages.' }),
})

const pdfRoute = (path: string, fixed: Record<string, unknown>): Route =>
  route('GET', `${path}/pdf`, getPdf, {
    summary: 'Get a URL of the content as a PDF, valid for an hour',
    response: RestPdf,
    present: async ({ spaceId, revisionId, part, key }, { urls, caller }) => ({
      url: pdfUrl(urls, spaceId, revisionId, nameOfPart(part)),
      ...((await caller.load(pdfStatus, { spaceId, key })) ?? noPdf),
    }),
    fixed,
  })

export const routes: Route[] = [
  pdfRoute('/spaces/:spaceId', { changeRequestId: undefined, revisionId: undefined }),
  pdfRoute('/spaces/:spaceId/change-requests/:changeRequestId', { revisionId: undefined }),
  pdfRoute('/spaces/:spaceId/revisions/:revisionId', { changeRequestId: undefined }),
]
