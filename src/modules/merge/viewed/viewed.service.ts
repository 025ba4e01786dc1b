import { z } from 'zod'
import { DomainError, notFound } from '../../../core/errors.ts'
import { idField } from '../../../core/fields.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import { statement } from '../../../platform/statements/statement.ts'
import {
  type ChangeRequestRow,
  changeRequestPlace,
  getChangeRequestRow,
} from '../../change-requests/index.ts'
import { revisionById } from '../../content/index.ts'
import { Snapshot } from '../../revisions/index.ts'
import { digestOf } from './viewed.loaders.ts'

/** Pages of one change request that a user can mark. */
const MAX_VIEWED = 10_000

const MarkViewed = z.object({
  ...changeRequestPlace,
  pageId: idField('Page', 'The ID of a page of the change request.'),
  revision: idField(
    'Revision',
    'The revision of the change request in which you have viewed the page. If omitted, the current one.',
  ).optional(),
  viewed: z.boolean().default(true).meta({ description: '`false` removes the mark.' }),
})

const MARK = statement<{ pageId: string }>({
  name: 'markViewed',
  text: `INSERT INTO "ViewedPage" ("changeRequestId", "userId", "pageId", "revisionId", "digest", "viewedAt")
    SELECT $1, $2, $3, $4, $5, $6::timestamptz
    WHERE (SELECT count(*) FROM "ViewedPage" WHERE "changeRequestId" = $1 AND "userId" = $2 AND "pageId" <> $3) < $7
    ON CONFLICT ("changeRequestId", "userId", "pageId") DO UPDATE SET "revisionId" = EXCLUDED."revisionId",
      "digest" = EXCLUDED."digest", "viewedAt" = EXCLUDED."viewedAt"
    RETURNING "pageId"`,
})

/** A page as the viewer has marked it, or no longer has. */
export interface Marked {
  changeRequest: ChangeRequestRow
  pageId: string
  /** The revision in which it was viewed. Null if the mark was removed. */
  revisionId: string | null
}

/** Marks a page of a change request as viewed, for the caller alone. It counts until the page changes. */
export const markViewed = operation({
  id: 'changeRequests.markViewed',
  input: MarkViewed,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { spaceId, changeRequestId }) => getChangeRequestRow(ctx.reads, spaceId, changeRequestId),
  run: async (ctx, { pageId, revision, viewed }, changeRequest): Promise<Marked> => {
    const { id: changeRequestId, revisionId: current } = changeRequest
    const { userId } = ctx.viewer
    if (!viewed) {
      await ctx.tx.viewedPage.deleteMany({ where: { changeRequestId, userId, pageId } })
      return { changeRequest, pageId, revisionId: null }
    }
    const revisionId = revision ?? current
    const digest = await digestIn(ctx, changeRequest, revisionId, pageId)
    const values = [changeRequestId, userId, pageId, revisionId, digest, ctx.now(), MAX_VIEWED]
    const [marked] = await ctx.reads.db.query(MARK, values)
    if (!marked) {
      throw new DomainError(
        'conflict',
        `You can mark at most ${MAX_VIEWED} pages of a change request as viewed.`,
      )
    }
    return { changeRequest, pageId, revisionId }
  },
})

/** The digest of a page in a revision. A page that the change request deletes can be viewed as well. */
async function digestIn(
  { reads }: WriteContext,
  { spaceId, revisionMergedAncestorId, revisionInitialId }: ChangeRequestRow,
  revisionId: string,
  pageId: string,
): Promise<string> {
  const [seen, base] = await reads.loadMany(revisionById, [
    revisionId,
    revisionMergedAncestorId ?? revisionInitialId,
  ])
  if (seen?.spaceId !== spaceId) throw notFound('This revision')
  const pageIn = async (row: typeof seen) => (await new Snapshot(reads.db, row).pages([pageId])).get(pageId)
  const page = await pageIn(seen)
  if (!page && !(base && (await pageIn(base)))) throw notFound('This page')
  return digestOf(page)
}
