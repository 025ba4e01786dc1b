import type { LoggedEvent } from '../../../core/events/events.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import type { NamedUser } from './named-user.ts'

/** The number of people who wrote a page last and are told of comments on it. */
const MAX_AUTHORS = 5
/** The last revisions of a space, and of a change request that was merged into it, in which changes of a page are looked for. */
const MAX_REVISIONS = 200
const MAX_PROPOSED_REVISIONS = 50
/** The last changes of a page whose authors are looked for. */
const MAX_CHANGES = 5

/** The last revisions of an owner of content that changed a page, as SQL. */
const changesOf = (owner: string, { revisions, condition }: { revisions: number; condition: string }) =>
  `SELECT r."id", r."createdById", r."mergedFromId" FROM (SELECT h."revisionId" FROM "ContentHistory" h
      WHERE h."ownerId" = ${owner} ORDER BY h."revisionId" DESC LIMIT ${revisions}) past
    JOIN "Revision" r ON r."id" = past."revisionId" LEFT JOIN "Revision" b ON b."id" = r."parents"[1]
    WHERE ${condition} AND content_differs(page."spaceId", r."pagesRoot", b."pagesRoot", page."pageId")
    ORDER BY r."id" DESC LIMIT ${MAX_CHANGES}`

/** The text of a merge was written by those who edited the change request. An update of it from main content is no edit. */
const AUTHORS = statement<{ commentId: string; userId: string }>({
  name: 'authorsOfCommentedPages',
  text: `WITH commented AS MATERIALIZED (SELECT c."id", c."spaceId", c."pageId" FROM "Comment" c
      WHERE c."id" = ANY($1) AND c."changeRequestId" IS NULL AND c."pageId" IS NOT NULL),
    author AS MATERIALIZED (
      SELECT page."spaceId", page."pageId", wrote."userId"
      FROM (SELECT DISTINCT "spaceId", "pageId" FROM commented) page CROSS JOIN LATERAL (
        SELECT written."userId" FROM (${changesOf('page."spaceId"', { revisions: MAX_REVISIONS, condition: 'TRUE' })}) main
        CROSS JOIN LATERAL (
          SELECT main."createdById" AS "userId", main."id" WHERE main."mergedFromId" IS NULL
          UNION ALL SELECT proposed."createdById", proposed."id" FROM (${changesOf('main."mergedFromId"', {
            revisions: MAX_PROPOSED_REVISIONS,
            condition: `r."type" <> 'update'`,
          })}) proposed) written
        WHERE written."userId" IS NOT NULL
        GROUP BY written."userId" ORDER BY max(main."id") DESC, max(written."id") DESC LIMIT ${MAX_AUTHORS}) wrote)
    SELECT commented."id" AS "commentId", author."userId" FROM commented
    JOIN author ON author."spaceId" = commented."spaceId" AND author."pageId" = commented."pageId"`,
})

/** Those who wrote the pages of main content that comments and replies are on: the last few of each page. */
export async function pageAuthorsOf(db: Queryable, events: readonly LoggedEvent[]): Promise<NamedUser[]> {
  const posts = events.filter(
    ({ type, changeRequestId }) =>
      changeRequestId === null && (type === 'comment.posted' || type === 'reply.posted'),
  )
  if (posts.length === 0) return []
  const rows = await db.query(AUTHORS, [[...new Set(posts.map(({ subject }) => subject.comment))]])
  const authors = new Map<string, string[]>()
  for (const { commentId, userId } of rows)
    authors.set(commentId, [...(authors.get(commentId) ?? []), userId])
  return posts.flatMap(({ position, subject }) =>
    (authors.get(subject.comment ?? '') ?? []).map((userId) => ({ position, userId, kind: 'comment' })),
  )
}
