import { z } from 'zod'
import { type Route, route } from '../../rest/route.ts'
import { nameOfPart } from './book/part-name.ts'
import { getPdf } from './pdf.service.ts'
import { pdfUrl } from './pdf.urls.ts'

const pdfRoute = (path: string, fixed: Record<string, unknown>): Route =>
  route('GET', `${path}/pdf`, getPdf, {
    summary: 'Where the content is as a PDF, for an hour',
    response: z.object({ url: z.url() }),
    present: ({ spaceId, revisionId, part }, { urls }) => ({
      url: pdfUrl(urls, spaceId, revisionId, nameOfPart(part)),
    }),
    fixed,
  })

export const routes: Route[] = [
  pdfRoute('/spaces/:spaceId', { changeRequestId: undefined, revisionId: undefined }),
  pdfRoute('/spaces/:spaceId/change-requests/:changeRequestId', { revisionId: undefined }),
  pdfRoute('/spaces/:spaceId/revisions/:revisionId', { changeRequestId: undefined }),
]
