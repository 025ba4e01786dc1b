// The REST list: the statements that the gateway runs for it, and JSON.stringify.

const PARENT = {
  name: 'parent',
  text: `SELECT c."id", c."spaceId", m."role" FROM "ChangeRequest" c JOIN "Space" s ON s."id" = c."spaceId"
    JOIN "Member" m ON m."organizationId" = s."organizationId" AND m."userId" = $2
    WHERE c."id" = $1`,
}
const COMMENTS = {
  name: 'commentsOfOne',
  text: `SELECT c."id", c."spaceId", c."changeRequestId", c."revisionId", c."markdown", c."status", c."postedAt",
      c."replyCount", c."reactionCount", a."id" AS "personId", a."displayName", a."email"
    FROM "Comment" c JOIN "User" a ON a."id" = c."postedById"
    WHERE c."targetId" = $1 ORDER BY c."id" DESC LIMIT $2`,
}
const REACTIONS = {
  name: 'reactions',
  text: `SELECT coalesce(x."commentId", x."replyId") AS "subjectId", x."emoji", x."reactedAt" FROM "Reaction" x
    WHERE x."commentId" = ANY($1) OR x."replyId" = ANY($1) ORDER BY x."id"`,
}
const REPLIERS = {
  name: 'repliers',
  text: `SELECT k."commentId", k."count", k."updatedAt", u."id", u."displayName", u."email"
    FROM (SELECT r."commentId", r."postedById", count(*)::int AS "count", max(r."postedAt") AS "updatedAt"
      FROM "CommentReply" r WHERE r."commentId" = ANY($1) GROUP BY r."commentId", r."postedById") k
    JOIN "User" u ON u."id" = k."postedById" ORDER BY k."updatedAt" DESC, k."postedById"`,
}

const userOf = (id, { displayName, email }, origin) => ({
  object: 'user',
  id,
  displayName,
  email,
  urls: { location: `${origin}/v1/users/${id}` },
})

export async function bareList(pool, query) {
  const limit = Number(query.get('limit'))
  const origin = query.get('origin')
  const {
    rows: [parent],
  } = await pool.query({ ...PARENT, values: [query.get('changeRequest'), query.get('user')] })
  const { rows } = await pool.query({ ...COMMENTS, values: [parent.id, limit + 1] })
  const kept = rows.slice(0, limit)
  const idsWith = (count) => kept.filter((row) => row[count] > 0).map(({ id }) => id)
  const rowsOf = async (statement, ids) =>
    ids.length > 0 ? (await pool.query({ ...statement, values: [ids] })).rows : []
  const [reactions, repliers] = await Promise.all([
    rowsOf(REACTIONS, idsWith('reactionCount')),
    rowsOf(REPLIERS, idsWith('replyCount')),
  ])
  const repliersOf = new Map(kept.map(({ id }) => [id, []]))
  for (const { commentId, count, updatedAt, ...user } of repliers) {
    repliersOf.get(commentId).push({
      user: userOf(user.id, user, origin),
      count,
      updatedAt: new Date(updatedAt).toISOString(),
    })
  }
  const isAdmin = parent.role === 'admin'
  const items = kept.map((row) => ({
    object: 'comment',
    id: row.id,
    postedBy: userOf(row.personId, row, origin),
    postedAt: new Date(row.postedAt).toISOString(),
    reactions: reactions.filter(({ subjectId }) => subjectId === row.id),
    body: { markdown: row.markdown },
    urls: {
      location: `${origin}/v1/spaces/${row.spaceId}/change-requests/${row.changeRequestId}/comments/${row.id}`,
    },
    permissions: { view: true, edit: isAdmin, reply: true, delete: isAdmin, resolve: isAdmin },
    replies: row.replyCount,
    repliers: repliersOf.get(row.id),
    target: { space: row.spaceId, revision: row.revisionId, changeRequest: row.changeRequestId },
    status: row.status,
  }))
  const last = kept.at(-1)
  const next =
    rows.length > limit && last ? { next: { page: Buffer.from(last.id).toString('base64url') } } : {}
  return JSON.stringify({ ...next, count: items.length, items })
}
