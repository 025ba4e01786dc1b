import { z } from 'zod'
import { Timestamp } from '../../../core/fields.ts'
import type { SiteFeedback } from '../../../generated/prisma/client.ts'
import { deletion, listRoute, route, type View } from '../../../rest/route.ts'
import { type SiteRow, sitePath } from '../../sites/index.ts'
import { feedbackUrl } from './feedback.loaders.ts'
import { FeedbackRating } from './feedback.model.ts'
import { deleteFeedback, getFeedback, listFeedback } from './feedback.service.ts'

const RestFeedback = z
  .object({
    object: z.literal('site-feedback'),
    id: z.string(),
    site: z.string(),
    siteSpace: z.string(),
    space: z.string(),
    page: z.object({
      id: z.string(),
      title: z.string().meta({ description: 'The title of the page when it was rated.' }),
    }),
    rating: FeedbackRating,
    comment: z.string().optional(),
    createdAt: Timestamp,
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'SiteFeedback' })

const toRestFeedback = (site: SiteRow, row: SiteFeedback, { urls }: View): z.input<typeof RestFeedback> => ({
  object: 'site-feedback',
  id: row.id,
  site: row.siteId,
  siteSpace: row.siteSpaceId,
  space: row.spaceId,
  page: { id: row.pageId, title: row.pageTitle },
  rating: FeedbackRating.parse(row.rating),
  comment: row.comment ?? undefined,
  createdAt: row.createdAt.toISOString(),
  urls: { location: feedbackUrl(urls, site, row.id) },
})

const path = `${sitePath}/feedback`

export const feedbackRoutes = [
  listRoute(path, listFeedback, {
    summary: 'List the feedback of readers of a site, newest first',
    item: RestFeedback,
    present: (rows, view, site) => rows.map((row) => toRestFeedback(site, row, view)),
  }),
  route('GET', `${path}/:siteFeedbackId`, getFeedback, {
    summary: 'Get feedback of a reader of a site',
    response: RestFeedback,
    present: ({ site, row }, view) => toRestFeedback(site, row, view),
  }),
  deletion(`${path}/:siteFeedbackId`, deleteFeedback, { summary: 'Delete feedback of a reader of a site' }),
]
