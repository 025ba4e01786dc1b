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
import { createComment, preparedBody } from '../comments/index.ts'
import { reachOf } from '../spaces/index.ts'
import { getReviewRow, requestOfReviewer, reviewsOfChangeRequest } from './reviews.loaders.ts'
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

/**
 * A review of the current revision of a change request. Its text is a comment on the change request, which
 * can be replied to.
 */
export const submitReview = preparedOperation({
  id: 'reviews.submit',
  input: SubmitReview,
  scope: 'space:write',
  ...preparedBody('comment'),
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
  run: async (ctx, { status, comment }, { changeRequest, reach, request }, written) => {
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
    if (comment) {
      const target = { ...changeRequest, revisionId }
      await createComment(ctx, reach, {
        target,
        markdown: written ?? comment.markdown ?? '',
        reviewId: id,
      })
    } else {
      await recordContribution(ctx, locked.id)
    }
    return getReviewRow(ctx.reads, { spaceId, changeRequestId: locked.id }, id)
  },
})
