import { z } from 'zod'
import { Format, idField } from '../../core/fields.ts'
import { changeRequestPlace as place, Subject } from '../change-requests/index.ts'
import { Body, NewComments } from '../comments/index.ts'

const reviewStatuses = ['changes-requested', 'approved'] as const
export const ReviewStatus = z.enum(reviewStatuses).meta({ description: 'The verdict.' })
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** The number of users that one request can name. */
const MAX_REVIEWERS = 100

const userId = idField('User', 'The ID of the requested reviewer.')

export const ListRequestedReviewers = z.object(place)

export const RequestReviewers = z.object({
  ...place,
  users: z.array(idField('User', 'A user.')).min(1, 'Name at least one user.').max(MAX_REVIEWERS).meta({
    description:
      'The IDs of the users to request a review from. Each must have access to the space. Existing requests are kept.',
  }),
  subject: Subject.optional().meta({ description: 'A new subject for the change request.' }),
})

export const RemoveRequestedReviewer = z.object({ ...place, userId })

export const ListReviewsFilters = z.object({
  outdated: z.boolean().optional().meta({
    description:
      '`true` returns only reviews of earlier revisions, `false` only reviews of the current revision.',
  }),
  reviewer: idField('User', 'Only reviews by this user.').optional(),
})
export type ReviewFilters = z.output<typeof ListReviewsFilters>

export const ListReviews = ListReviewsFilters.extend({ ...place, format: Format.optional() })
export const GetReview = z.object({
  ...place,
  reviewId: idField('Review', 'The ID of the review.'),
  format: Format.optional(),
})

export const SubmitReview = z.object({
  ...place,
  status: ReviewStatus,
  comment: Body.optional().meta({ description: 'The text of the review.' }),
  comments: NewComments.optional(),
  format: Format.optional(),
})
