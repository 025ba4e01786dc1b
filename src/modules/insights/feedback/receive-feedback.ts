import { DomainError } from '../../../core/errors.ts'
import { appendEvents, type EventType } from '../../../core/events/events.ts'
import { newId } from '../../../core/ids.ts'
import { parseInput } from '../../../core/operations/parse-input.ts'
import type { Database } from '../../../platform/database.ts'
import { ReceivedFeedback } from './feedback.model.ts'

/** The number of ratings of a page that are stored in a day. */
const MAX_PER_DAY = 500
const DAY_MS = 24 * 60 * 60 * 1000
/** How long a comment can be added to a rating. */
const COMMENT_MS = 60 * 60 * 1000

/** The page that a reader has rated. */
export interface RatedPage {
  site: { id: string; organizationId: string }
  siteSpaceId: string
  spaceId: string
  pageId: string
  title: string
}

/** Stores what a reader says about a page: a rating, or a comment on the rating that they have sent before. */
export async function receiveFeedback(
  database: Database,
  { site, siteSpaceId, spaceId, pageId, title }: RatedPage,
  sent: unknown,
  now: Date,
): Promise<{ id: string }> {
  const { rating, id, comment } = parseInput(ReceivedFeedback, sent)
  const where = { siteId: site.id, pageId }
  return database.transaction(async (tx) => {
    const emit = (type: EventType, feedback: string) =>
      appendEvents(
        tx,
        [{ organizationId: site.organizationId, type, subject: { site_feedback: feedback, site: site.id } }],
        null,
        now,
      )
    if (id !== undefined && comment !== undefined) {
      const recent = { gt: new Date(now.getTime() - COMMENT_MS) }
      const { count } = await tx.siteFeedback.updateMany({
        where: { ...where, id, comment: null, createdAt: recent },
        data: { comment, rating },
      })
      if (count === 0) {
        throw new DomainError('conflict', 'This rating has a comment already, or is more than an hour old.')
      }
      await emit('site_feedback.commented', id)
      return { id }
    }
    const today = { ...where, createdAt: { gt: new Date(now.getTime() - DAY_MS) } }
    if ((await tx.siteFeedback.count({ where: today })) >= MAX_PER_DAY) {
      throw new DomainError(
        'rate_limited',
        `The page has ${MAX_PER_DAY} ratings of the last day already. Try again tomorrow.`,
      )
    }
    const created = newId('SiteFeedback')
    const data = { id: created, ...where, siteSpaceId, spaceId, pageTitle: title, rating, createdAt: now }
    await tx.siteFeedback.create({ data: { ...data, comment: comment ?? null } })
    await emit('site_feedback.created', created)
    return { id: created }
  })
}
