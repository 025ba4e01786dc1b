import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { Prisma, type SiteFeedback } from '../../../generated/prisma/client.ts'
import type { Urls } from '../../../http/urls.ts'
import { joinMember, type SiteRow, siteUrl } from '../../sites/index.ts'
import type { FeedbackFilters } from './feedback.model.ts'

const COLUMNS = columnsOf('f', Prisma.SiteFeedbackScalarFieldEnum)

export const feedbackById = loaderById<SiteFeedback>({
  name: 'siteFeedbackById',
  scope: 'site:read',
  text: `SELECT ${COLUMNS} FROM "SiteFeedback" f ${joinMember('f', '$2')} WHERE f."id" = ANY($1)`,
})

/** The feedback of readers of a site, newest first. */
export const feedbackOfSite = defineList<SiteRow, FeedbackFilters, SiteFeedback>({
  name: 'siteFeedback',
  columns: COLUMNS,
  from: '"SiteFeedback" f',
  match: 'f."siteId" = p.key',
  key: ({ id }) => id,
  conditions: ({ pageId, rating, commented }) => [
    ...(pageId === undefined ? [] : [{ sql: 'f."pageId" = ?::text', value: pageId }]),
    ...(rating === undefined ? [] : [{ sql: 'f."rating" = ?::text', value: rating }]),
    ...(commented === undefined ? [] : [{ sql: '(f."comment" IS NOT NULL) = ?::boolean', value: commented }]),
  ],
  sort: [{ sql: 'f."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'desc',
})

export const feedbackUrl = (urls: Urls, site: SiteRow, id: string) => `${siteUrl(urls, site)}/feedback/${id}`
