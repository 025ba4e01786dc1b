import type { WriteContext } from '../../core/operations/context.ts'
import { exportedRows, type PersonalData } from '../../core/personal-data.ts'
import { emitAboutChangeRequest } from '../change-requests/index.ts'

export const dataOfReviews: PersonalData[] = [
  {
    table: 'Review',
    columns: ['reviewerId', 'requestedById'],
    onErasure: 'keep',
    exported: {
      reviews: exportedRows({
        name: 'reviews',
        from: '"Review" r',
        user: 'r."reviewerId"',
        fields: ['id', 'spaceId', 'changeRequestId', 'revisionId', 'status', 'createdAt'],
      }),
    },
  },
  {
    table: 'RequestedReviewer',
    columns: ['userId', 'requestedById'],
    onErasure: withdrawRequests,
    exported: {
      requestedReviews: exportedRows({
        name: 'requestedReviews',
        from: '"RequestedReviewer" r',
        user: 'r."userId"',
        fields: ['changeRequestId', 'revisionId', 'createdAt'],
        key: { sql: 'r."changeRequestId"', type: 'text' },
      }),
    },
  },
]

/** Nobody waits for the review of a user who is deleted. Requests that the user made to others stay. */
async function withdrawRequests(ctx: WriteContext, { id: userId }: { id: string }): Promise<void> {
  const withdrawn = await ctx.tx.$queryRaw<{ id: string; spaceId: string; organizationId: string }[]>`
    WITH gone AS (DELETE FROM "RequestedReviewer" WHERE "userId" = ${userId} RETURNING "changeRequestId")
    SELECT c."id", c."spaceId", c."organizationId" FROM gone JOIN "ChangeRequest" c ON c."id" = gone."changeRequestId"`
  for (const changeRequest of withdrawn) {
    emitAboutChangeRequest(ctx, changeRequest, 'change_request.review_request_removed', { user: userId })
  }
}
