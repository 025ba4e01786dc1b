import { z } from 'zod'
import { idField } from '../../../core/fields.ts'
import { siteAt } from '../../sites/index.ts'

export const MAX_COMMENT = 512

export const FeedbackRating = z.enum(['bad', 'ok', 'good'])
export type FeedbackRating = z.output<typeof FeedbackRating>

const feedbackAt = {
  organizationId: siteAt.organizationId,
  siteId: siteAt.siteId.optional(),
  siteFeedbackId: idField('SiteFeedback', 'The ID of the feedback.'),
}

export const FeedbackFilters = z.object({
  pageId: idField('Page', 'Only feedback on this page.').optional(),
  rating: FeedbackRating.optional().meta({ description: 'Only feedback with this rating.' }),
  commented: z.boolean().optional().meta({
    description: '`true` for feedback with a comment only, `false` for feedback without.',
  }),
})
export type FeedbackFilters = z.output<typeof FeedbackFilters>

export const ListFeedback = FeedbackFilters.extend(siteAt)
export const GetFeedback = z.object(feedbackAt)
export const DeleteFeedback = z.object(feedbackAt)

/** What the page of a reader sends. */
export const ReceivedFeedback = z.object({
  rating: FeedbackRating,
  /** Of the rating that a comment belongs to. */
  id: z.string().max(64).optional(),
  comment: z.string().trim().min(1).max(MAX_COMMENT).optional(),
})
