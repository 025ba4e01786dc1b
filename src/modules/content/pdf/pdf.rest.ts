import { z } from 'zod'
import { type Route, route } from '../../../rest/route.ts'
import { pdfUrl } from '../content.urls.ts'
import { nameOfPart } from './part-name.ts'
import { getPdf } from './pdf.service.ts'

const pdfRoute = (path: string, fixed: Record<string, unknown>): Route =>
  route('GET', `${path}/pdf`, getPdf, {
    summary: 'Get a URL of the content as a PDF, valid for an hour',
    response: z.object({ url: z.url() }),
    present: ({ spaceId, revisionId, part }, { urls }) => ({
      url: pdfUrl(urls, spaceId, revisionId, nameOfPart(part)),
    }),
    fixed,
  })

export const pdfRoutes: Route[] = [
  pdfRoute('/spaces/:spaceId', { changeRequestId: undefined, revisionId: undefined }),
  pdfRoute('/spaces/:spaceId/change-requests/:changeRequestId', { revisionId: undefined }),
  pdfRoute('/spaces/:spaceId/revisions/:revisionId', { changeRequestId: undefined }),
]
