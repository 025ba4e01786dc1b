import type { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { listOperation, preparedOperation, readOperation } from '../../core/operations/operation.ts'
import {
  emitAboutChangeRequest,
  getChangeRequestRow,
  lockChangeRequest,
  ofChangeRequest,
  recordContribution,
  requireUnsettled,
} from '../change-requests/index.ts'
import { createComments, isDocument, pointsAt, writtenBody } from '../comments/index.ts'
import { reachOf } from '../spaces/index.ts'
import { getReviewRow, type ReviewRow, requestOfReviewer, reviewsOfChangeRequest } from './reviews.loaders.ts'
import { GetReview, ListReviews, ListReviewsFilters, SubmitReview } from './reviews.model.ts'
import { mayReviewChangeRequest } from './reviews.policy.ts'

export const listReviews = listOperation({
  id: 'reviews.list',
  input: ListReviews,
  filters: ListReviewsFilters,
  ...ofChangeRequest,
  list: () => reviewsOfChangeRequest,
})

export const getReview = readOperation({
  id: 'reviews.get',
  input: GetReview,
  scope: 'space:read',
  read: (ctx, input) => getReviewRow(ctx.reads, input, input.reviewId),
})

/** A new review. */
export interface SubmittedReview {
  review: ReviewRow
  /** The comments that were posted with it, besides its text. */
  commentIds: string[]
}

/** The comments of a review: its text, and those on pages and blocks. */
const bodiesOf = ({
  comment,
  comments = [],
}: Pick<z.output<typeof SubmitReview>, 'comment' | 'comments'>) => [
  ...(comment ? [{ body: comment, path: ['comment'] }] : []),
  ...comments.map(({ body }, index) => ({ body, path: ['comments', index, 'body'] })),
]

/**
 * A review of the current revision of a change request, completely or not at all. Its text and its comments are
 * comments on the change request, which can be replied to.
 */
export const submitReview = preparedOperation({
  id: 'reviews.submit',
  input: SubmitReview,
  scope: 'space:write',
  needsPreparation: (input) => bodiesOf(input).some(({ body }) => isDocument(body)),
  prepare: async ({ viewer }, input) => {
    const written: (string | undefined)[] = []
    for (const { body, path } of bodiesOf(input)) written.push(await writtenBody(body, path, viewer.userId))
    return written
  },
  authorize: async (ctx, { spaceId, changeRequestId }) => {
    const changeRequest = await getChangeRequestRow(ctx.reads, spaceId, changeRequestId)
    const reach = await reachOf(ctx.reads, changeRequest.spaceId)
    const request = await ctx.reads.load(requestOfReviewer, {
      changeRequestId: changeRequest.id,
      userId: reach.userId,
    })
    if (!mayReviewChangeRequest(reach, request !== null)) {
      throw forbidden(
        'You need the review role or higher in this space, or a review request, to review this change request.',
      )
    }
    return { changeRequest, reach, request }
  },
  run: async (ctx, input, { changeRequest, reach, request }, written = []): Promise<SubmittedReview> => {
    const { status, comment, comments = [] } = input
    const pointsIn = (revisionId: string) =>
      pointsAt(ctx, { revisionId }, comments, (index) => ['comments', index])
    // Texts are parsed for it, so it is done before others have to wait.
    const points = await pointsIn(changeRequest.revisionId)
    // Locked, so that it is not merged or archived meanwhile and its revision is the one that is reviewed.
    const locked = await lockChangeRequest(ctx, changeRequest)
    requireUnsettled(locked)
    const { revisionId, spaceId } = locked
    const now = ctx.now()
    const id = newId('Review')
    await ctx.tx.review.create({
      data: {
        id,
        spaceId,
        changeRequestId: locked.id,
        revisionId,
        reviewerId: ctx.viewer.userId,
        requestedById: request?.requestedById ?? null,
        status,
        createdAt: now,
        updatedAt: now,
      },
    })
    emitAboutChangeRequest(ctx, locked, 'change_request.reviewed', { review: id })
    const bodies = bodiesOf(input).map(({ body }, index) => written[index] ?? body.markdown ?? '')
    let commentIds: string[] = []
    if (bodies.length > 0) {
      const current = revisionId === changeRequest.revisionId ? points : await pointsIn(revisionId)
      const parts = current.map((point) => ({ ...point, partOfReviewId: id }))
      const about = [...(comment ? [{ reviewId: id }] : []), ...parts]
      const posted = bodies.map((markdown, index) => ({ markdown, ...about[index] }))
      commentIds = await createComments(ctx, reach, { ...changeRequest, revisionId }, posted)
    } else {
      await recordContribution(ctx, locked.id)
    }
    const review = await getReviewRow(ctx.reads, { spaceId, changeRequestId: locked.id }, id)
    return { review, commentIds: comment ? commentIds.slice(1) : commentIds }
  },
})
