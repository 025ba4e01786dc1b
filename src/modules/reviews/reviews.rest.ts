import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, single, type View } from '../../rest/route.ts'
import { commentById, RestComment, toRestComments } from '../comments/index.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import { listRequestedReviewers, removeRequestedReviewer, requestReviewers } from './requests.service.ts'
import type { RequestedReviewerRow, ReviewRow } from './reviews.loaders.ts'
import { ReviewStatus } from './reviews.model.ts'
import { getReview, listReviews, type SubmittedReview, submitReview } from './reviews.service.ts'
import { reviewUrl } from './reviews.urls.ts'

const RestRequestedReviewer = z
  .object({
    object: z.literal('change-request-requested-reviewer'),
    revision: z.string(),
    requestedBy: RestUser,
    createdAt: Timestamp,
    kind: z.literal('user'),
    user: RestUser,
  })
  .meta({ id: 'RequestedReviewer' })

const toRestRequestedReviewer = (
  row: RequestedReviewerRow,
  view: View,
): z.input<typeof RestRequestedReviewer> => ({
  object: 'change-request-requested-reviewer',
  revision: row.revisionId,
  requestedBy: toRestUser(row.requestedBy, view),
  createdAt: row.createdAt.toISOString(),
  kind: 'user',
  user: toRestUser(row.user, view),
})

const RestReview = z
  .object({
    object: z.literal('change-request-review'),
    id: z.string(),
    revision: z.string(),
    reviewer: RestUser,
    requestedBy: RestUser.optional(),
    status: ReviewStatus,
    comment: RestComment.optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    outdated: z.boolean(),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'Review' })

/** The comments of all reviews are read together. One that was deleted is left out. */
async function toRestReviews(rows: ReviewRow[], view: View): Promise<z.input<typeof RestReview>[]> {
  const ids = rows.flatMap(({ commentId }) => commentId ?? [])
  const found = await Promise.all(ids.map((id) => view.caller.load(commentById, id)))
  const comments = await toRestComments(
    found.filter((comment) => comment !== null),
    view,
  )
  const byId = new Map(comments.map((comment) => [comment.id, comment]))
  return rows.map((row) => toRestReview(row, byId.get(row.commentId ?? ''), view))
}

/** A new review and the comments that were posted with it. All of them are presented together. */
async function toRestSubmitted({ review, commentIds }: SubmittedReview, view: View) {
  const found = await Promise.all(
    [...(review.commentId === null ? [] : [review.commentId]), ...commentIds].map((id) =>
      view.caller.load(commentById, id),
    ),
  )
  const comments = await toRestComments(
    found.filter((comment) => comment !== null),
    view,
  )
  const text = comments.find(({ id }) => id === review.commentId)
  const others = comments.filter((comment) => comment !== text)
  return { ...toRestReview(review, text, view), ...(others.length > 0 ? { comments: others } : {}) }
}

const toRestReview = (
  row: ReviewRow,
  comment: z.input<typeof RestReview>['comment'],
  view: View,
): z.input<typeof RestReview> => ({
  object: 'change-request-review',
  id: row.id,
  revision: row.revisionId,
  reviewer: toRestUser(row.reviewer, view),
  requestedBy: row.requestedBy ? toRestUser(row.requestedBy, view) : undefined,
  status: ReviewStatus.parse(row.status),
  comment,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  outdated: row.outdated,
  urls: { location: reviewUrl(view.urls, row) },
})

const prefix = '/spaces/:spaceId/change-requests/:changeRequestId'

export const routes = [
  listRoute(`${prefix}/requested-reviewers`, listRequestedReviewers, {
    summary: 'List the requested reviewers of a change request',
    item: RestRequestedReviewer,
    present: (rows, view) => rows.map((row) => toRestRequestedReviewer(row, view)),
  }),
  route('POST', `${prefix}/requested-reviewers`, requestReviewers, {
    summary: 'Request reviews of a change request',
    response: z.object({ users: z.array(RestRequestedReviewer) }),
    present: ({ requests }, view) => ({
      users: requests.map((row) => toRestRequestedReviewer(row, view)),
    }),
  }),
  deletion(`${prefix}/requested-reviewers/:userId`, removeRequestedReviewer, {
    summary: 'Withdraw or decline a review request',
  }),
  listRoute(`${prefix}/reviews`, listReviews, {
    summary: 'List the reviews of a change request, newest first',
    item: RestReview,
    present: toRestReviews,
  }),
  route('POST', `${prefix}/reviews`, submitReview, {
    summary: 'Review a change request',
    status: 201,
    response: RestReview.extend({
      comments: z
        .array(RestComment)
        .optional()
        .meta({ description: 'The comments that were posted with it, without its text.' }),
    }),
    present: toRestSubmitted,
    location: ({ review }, { urls }) => reviewUrl(urls, review),
  }),
  route('GET', `${prefix}/reviews/:reviewId`, getReview, {
    summary: 'Get a review',
    response: RestReview,
    present: single(toRestReviews),
  }),
]
