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

export async function bareList(pool, query) {
  const limit = Number(query.get('limit'))
  const origin = query.get('origin')
  const {
    rows: [parent],
  } = await pool.query({ ...PARENT, values: [query.get('changeRequest'), query.get('user')] })
  const { rows } = await pool.query({ ...COMMENTS, values: [parent.id, limit + 1] })
  const kept = rows.slice(0, limit)
  const reacted = kept.filter(({ reactionCount }) => reactionCount > 0).map(({ id }) => id)
  const { rows: reactions } =
    reacted.length > 0 ? await pool.query({ ...REACTIONS, values: [reacted] }) : { rows: [] }
  const isAdmin = parent.role === 'admin'
  const items = kept.map((row) => ({
    object: 'comment',
    id: row.id,
    postedBy: {
      object: 'user',
      id: row.personId,
      displayName: row.displayName,
      email: row.email,
      urls: { location: `${origin}/v1/users/${row.personId}` },
    },
    postedAt: new Date(row.postedAt).toISOString(),
    reactions: reactions.filter(({ subjectId }) => subjectId === row.id),
    body: { markdown: row.markdown },
    urls: {
      location: `${origin}/v1/spaces/${row.spaceId}/change-requests/${row.changeRequestId}/comments/${row.id}`,
    },
    permissions: { view: true, edit: isAdmin, reply: true, delete: isAdmin, resolve: isAdmin },
    replies: row.replyCount,
    target: { space: row.spaceId, revision: row.revisionId, changeRequest: row.changeRequestId },
    status: row.status,
  }))
  const last = kept.at(-1)
  const next =
    rows.length > limit && last ? { next: { page: Buffer.from(last.id).toString('base64url') } } : {}
  return JSON.stringify({ ...next, count: items.length, items })
}
