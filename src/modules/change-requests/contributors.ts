import { defineList } from '../../core/lists/define-list.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { User } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { BoundStatement } from '../../platform/statements/statement-call.ts'
import { joinedUser } from '../users/index.ts'
import type { ChangeRequestRow } from './change-requests.loaders.ts'

/** A contributor to a change request: the number of contributions, and the time of the last one. */
export interface ContributorRow {
  user: User
  count: number
  /** Whether they edited the content, or only commented. */
  edited: boolean
  updatedAt: Date
}

const person = joinedUser('user')

/** The contributors of a change request, in an order that further contributions do not change. */
export const contributorsOfChangeRequest = defineList<ChangeRequestRow, object, ContributorRow>({
  name: 'contributors',
  columns: `k."count", k."updatedAt", k."edited", ${person.columns('u')}, NULL AS "user"`,
  from: `"ChangeRequestContributor" k JOIN "User" u ON u."id" = k."userId"`,
  match: 'k."changeRequestId" = p.key',
  key: (changeRequest) => changeRequest.id,
  sort: [{ sql: 'k."userId"', type: 'text', value: ({ user }) => user.id }],
  order: () => 'asc',
  shape: (row) => {
    row.user = person.take(row)
    return row
  },
})

/**
 * Counts a contribution of the viewer that is not to the content: a comment, a reply or a review. The unique key makes two concurrent contributions count twice in one
 * row. Call it after the change request's own row is written: every transaction locks the two in that
 * order.
 */
export async function recordContribution(
  ctx: WriteContext,
  changeRequestId: string,
  count = 1,
): Promise<void> {
  const { statement, values } = contribution(ctx, changeRequestId, { isEdit: false, count })
  await ctx.reads.db.query(statement, values)
}

const CONTRIBUTE = statement({
  name: 'changeRequestContribute',
  part: (
    $,
  ) => `INSERT INTO "ChangeRequestContributor" AS k ("changeRequestId", "userId", "count", "updatedAt", "edited")
    VALUES (${$(1)}, ${$(2)}, ${$(5)}::int, ${$(3)}::timestamptz, ${$(4)}) ON CONFLICT ("changeRequestId", "userId")
      DO UPDATE SET "count" = k."count" + EXCLUDED."count", "updatedAt" = EXCLUDED."updatedAt",
        "edited" = k."edited" OR EXCLUDED."edited"`,
})

/** The statement that counts a contribution, for a writer of content that has locked the change request. */
export const contribution = (
  ctx: WriteContext,
  changeRequestId: string,
  { isEdit = true, count = 1 } = {},
): BoundStatement => ({
  statement: CONTRIBUTE,
  values: [changeRequestId, ctx.viewer.userId, ctx.now(), isEdit, count],
})
