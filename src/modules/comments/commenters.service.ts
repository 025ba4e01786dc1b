import { defineList } from '../../core/lists/define-list.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { completeMember, joinVisibleUser, MEMBER_COLUMNS, type MemberRow } from '../members/index.ts'
import type { CommentTarget } from './comments.loaders.ts'
import { ListCommenters } from './comments.model.ts'
import { getTarget } from './find-comment.ts'

/** The authors of comments on a target: one index step per author, however many comments they posted. */
const AUTHORS = `WITH RECURSIVE author AS (
    (SELECT c."postedById" AS "id" FROM "Comment" c WHERE c."targetId" = p.key ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT c."postedById" FROM "Comment" c WHERE c."targetId" = p.key AND c."postedById" > author."id"
      ORDER BY 1 LIMIT 1) FROM author WHERE author."id" IS NOT NULL)
  SELECT "id" FROM author WHERE "id" IS NOT NULL`

const ORGANIZATION = `coalesce((SELECT "organizationId" FROM "Space" WHERE "id" = p.key),
  (SELECT "organizationId" FROM "ChangeRequest" WHERE "id" = p.key))`

/**
 * The commenters who are still members and whom the viewer can see: a guest sees only themselves. Users
 * who only replied are not included: these are the values that lists of comments accept as `authors`.
 */
const commentersOfTarget = defineList<CommentTarget, object, MemberRow>({
  name: 'commenters',
  columns: MEMBER_COLUMNS,
  from: `(${AUTHORS}) author JOIN "Member" m ON m."userId" = author."id" AND m."organizationId" = ${ORGANIZATION}
    ${joinVisibleUser(VIEWER)}`,
  match: 'TRUE',
  key: (target) => target.id,
  sort: [{ sql: 'm."userId"', type: 'text', value: (member) => member.userId }],
  order: () => 'asc',
  shape: completeMember,
})

export const listCommenters = listOperation({
  id: 'comments.listCommenters',
  input: ListCommenters,
  filters: NoFilters,
  // It returns members, so it requires the scope of reading members.
  scope: 'organization:members:read',
  parent: (ctx, place) => getTarget(ctx.reads, place),
  list: () => commentersOfTarget,
})
