import { type ErrorDetail, forbidden, invalidInput } from '../../core/errors.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation } from '../../core/operations/operation.ts'
import {
  type ChangeRequestRow,
  changeStatus,
  changeTexts,
  emitAboutChangeRequest,
  getChangeRequestRow,
  lockChangeRequest,
  ofChangeRequest,
  requireUnsettled,
} from '../change-requests/index.ts'
import { reachOf, type SpaceReach, usersWhoSee } from '../spaces/index.ts'
import {
  type RequestedReviewerRow,
  requestedReviewersOfChangeRequest,
  requestOfReviewer,
} from './reviews.loaders.ts'
import { ListRequestedReviewers, RemoveRequestedReviewer, RequestReviewers } from './reviews.model.ts'
import { mayRemoveRequest, mayRequestReviewers } from './reviews.policy.ts'

export const listRequestedReviewers = listOperation({
  id: 'requestedReviewers.list',
  input: ListRequestedReviewers,
  filters: NoFilters,
  ...ofChangeRequest,
  list: () => requestedReviewersOfChangeRequest,
})

/**
 * Requests a review from all of the users or from none. Returns the requests to these users, including
 * earlier ones.
 */
export const requestReviewers = operation({
  id: 'requestedReviewers.request',
  input: RequestReviewers,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, { users, ...place }) => {
    const changeRequest = await getAuthorized(ctx, place, mayRequestReviewers, 'request a review')
    await requireSight(ctx, changeRequest.spaceId, users)
    return changeRequest
  },
  run: async (ctx, input, changeRequest) => {
    const withSpace = changeRequest.status === 'draft'
    const locked = await lockChangeRequest(ctx, changeRequest, { withSpace })
    requireUnsettled(locked)
    await changeTexts(ctx, locked, { subject: input.subject })
    // A person who requests a review says that it is ready for one.
    if (locked.status === 'draft') await changeStatus(ctx, locked, 'open')
    const users = [...new Set(input.users)]
    // The lock above serializes concurrent requests; the key makes a repeated request have no effect.
    const added = await ctx.tx.$queryRaw<{ userId: string }[]>`
      INSERT INTO "RequestedReviewer" ("changeRequestId", "userId", "requestedById", "revisionId", "createdAt")
      SELECT ${changeRequest.id}, "id", ${ctx.viewer.userId}, ${locked.revisionId}, ${ctx.now()}::timestamptz
      FROM unnest(${users}::text[]) AS requested("id") ON CONFLICT DO NOTHING RETURNING "userId"`
    for (const { userId: user } of added) {
      emitAboutChangeRequest(ctx, locked, 'change_request.review_requested', { user })
    }
    ctx.reads.forget()
    const keys = users.map((userId) => ({ changeRequestId: changeRequest.id, userId }))
    const requests = await ctx.reads.loadMany(requestOfReviewer, keys)
    return {
      requests: requests.filter((request): request is RequestedReviewerRow => request !== null),
      changeRequest: await getChangeRequestRow(ctx.reads, changeRequest.spaceId, changeRequest.id),
    }
  },
})

async function getAuthorized(
  { reads }: WriteContext,
  { spaceId, changeRequestId }: { spaceId?: string | undefined; changeRequestId: string },
  isAllowed: (reach: SpaceReach) => boolean,
  action: string,
): Promise<ChangeRequestRow> {
  const changeRequest = await getChangeRequestRow(reads, spaceId, changeRequestId)
  if (isAllowed(await reachOf(reads, changeRequest.spaceId))) return changeRequest
  throw forbidden(`You need the edit role or higher in this space to ${action}.`)
}

/** Rejects users who cannot see the space, and lists all of them. */
async function requireSight(ctx: WriteContext, spaceId: string, users: readonly string[]): Promise<void> {
  const sighted = await usersWhoSee(ctx.reads, spaceId, users)
  const details = users.flatMap((id, index): ErrorDetail[] =>
    sighted.has(id)
      ? []
      : [{ path: ['users', index], message: `${id} does not exist or cannot see this space` }],
  )
  if (details.length > 0) throw invalidInput(...details)
}

/** Withdraws or declines a review request. Returns whether there was one: withdrawing none succeeds. */
export const removeRequestedReviewer = operation({
  id: 'requestedReviewers.remove',
  input: RemoveRequestedReviewer,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { userId, ...place }) =>
    getAuthorized(ctx, place, (reach) => mayRemoveRequest(reach, userId), 'withdraw a review request'),
  changes: ({ id: changeRequestId }, { userId }) => ({
    table: 'RequestedReviewer',
    where: { changeRequestId, userId },
  }),
  run: async (ctx, { userId }, changeRequest) => {
    const locked = await lockChangeRequest(ctx, changeRequest)
    const { count } = await ctx.tx.requestedReviewer.deleteMany({
      where: { changeRequestId: changeRequest.id, userId },
    })
    if (count > 0) {
      emitAboutChangeRequest(ctx, locked, 'change_request.review_request_removed', { user: userId })
    }
    return { existed: count > 0, changeRequest }
  },
})
