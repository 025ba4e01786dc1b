import { z } from 'zod'
import { Format, idField } from '../../core/fields.ts'
import { ChangeRequestRef, Subject } from '../change-requests/index.ts'
import { Body } from '../comments/index.ts'

export const reviewStatuses = ['changes-requested', 'approved'] as const
export const ReviewStatus = z.enum(reviewStatuses).meta({ description: 'The verdict.' })
export type ReviewStatus = z.infer<typeof ReviewStatus>

/** More than these nobody asks at once. */
const MOST_REVIEWERS = 100

const place = {
  spaceId: idField('Space', 'The space.'),
  changeRequestId: ChangeRequestRef,
}
const userId = idField('User', 'The user who was asked to review.')

export const ListRequestedReviewers = z.object(place)

export const RequestReviewers = z.object({
  ...place,
  users: z
    .array(idField('User', 'A user.'))
    .min(1, 'Name at least one user.')
    .max(MOST_REVIEWERS)
    .meta({ description: 'Who to ask. Each must be able to see the space; asking again changes nothing.' }),
  subject: Subject.optional().meta({ description: 'A new subject for the change request.' }),
})

export const RemoveRequestedReviewer = z.object({ ...place, userId })

export const ListReviewsFilters = z.object({
  outdated: z.boolean().optional().meta({
    description: 'Only reviews of an earlier state of the change request, or only those of the present one.',
  }),
})
export type ReviewFilters = z.output<typeof ListReviewsFilters>

export const ListReviews = ListReviewsFilters.extend({ ...place, format: Format.optional() })
export const GetReview = z.object({
  ...place,
  reviewId: idField('Review', 'The review.'),
  format: Format.optional(),
})

export const SubmitReview = z.object({
  ...place,
  status: ReviewStatus,
  comment: Body.optional(),
  format: Format.optional(),
})
