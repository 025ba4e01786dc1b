// Variant F3: one keyset statement per level, people joined, and the JSON written by hand.

const person = (alias) => `${alias}."id" AS "personId", ${alias}."displayName", ${alias}."email"`

const level = (name, columns, from, where, order) => ({
  name,
  text: `SELECT p.ord::int AS ord, r.* FROM unnest($1::text[]) WITH ORDINALITY AS p(key, ord)
    CROSS JOIN LATERAL (SELECT ${columns}, ${person('a')} FROM ${from} WHERE ${where}
    ORDER BY ${order} LIMIT $2) r ORDER BY p.ord`,
})

const SPACE = { name: 'space', text: 'SELECT "id", "title" FROM "Space" WHERE "id" = $1' }
const CHANGE_REQUESTS = level(
  'changeRequests',
  'c."id", c."number", c."status", c."subject", c."createdAt"',
  '"ChangeRequest" c JOIN "User" a ON a."id" = c."createdById"',
  `c."spaceId" = p.key AND c."status" = 'open'`,
  'c."id" DESC',
)
const COMMENTS = level(
  'comments',
  'c."id", c."status", c."postedAt", c."markdown"',
  '"Comment" c JOIN "User" a ON a."id" = c."postedById"',
  'c."targetId" = p.key',
  'c."id" DESC',
)
const REPLIES = level(
  'replies',
  'c."id", c."postedAt", c."markdown"',
  '"CommentReply" c JOIN "User" a ON a."id" = c."postedById"',
  'c."commentId" = p.key',
  'c."id"',
)

/** Rows of one level by parent, cut to the limit. `more` marks parents with more rows. */
async function read(pool, statement, keys, limit) {
  const pages = keys.map(() => ({ rows: [], more: false }))
  const { rows } = await pool.query({ ...statement, values: [keys, limit + 1] })
  for (const row of rows) {
    const page = pages[row.ord - 1]
    if (page.rows.length < limit) page.rows.push(row)
    else page.more = true
  }
  return pages
}

const cursorOf = ({ id }) => Buffer.from(id).toString('base64')

function time(text) {
  const [clock] = text.slice(11).split('+', 1)
  const [seconds, fraction = ''] = clock.split('.')
  return `${text.slice(0, 10)}T${seconds}.${fraction.padEnd(3, '0')}Z`
}

const personOf = (row) =>
  `{"id":"${row.personId}","displayName":${JSON.stringify(row.displayName)},"email":${JSON.stringify(row.email)}}`

function connection({ rows, more }, node) {
  let edges = ''
  let cursor = null
  for (const row of rows) {
    cursor = cursorOf(row)
    edges += `${edges === '' ? '' : ','}{"cursor":"${cursor}","node":${node(row)}}`
  }
  const endCursor = cursor === null ? 'null' : `"${cursor}"`
  return `{"edges":[${edges}],"pageInfo":{"hasNextPage":${more},"endCursor":${endCursor}}}`
}

export async function handWritten(pool, query) {
  const wanted = (name) => Number(query.get(name))
  const {
    rows: [space],
  } = await pool.query({ ...SPACE, values: [query.get('space')] })
  const [changeRequests] = await read(pool, CHANGE_REQUESTS, [space.id], wanted('changeRequests'))
  const changeRequestIds = changeRequests.rows.map(({ id }) => id)
  const comments = await read(pool, COMMENTS, changeRequestIds, wanted('comments'))
  const commentIds = comments.flatMap(({ rows }) => rows.map(({ id }) => id))
  const replies = wanted('replies') > 0 ? await read(pool, REPLIES, commentIds, wanted('replies')) : null

  let nextComments = 0
  let nextReplies = 0
  const reply = (row) =>
    `{"id":"${row.id}","postedAt":"${time(row.postedAt)}","body":{"markdown":${JSON.stringify(row.markdown)}},"postedBy":${personOf(row)}}`
  const comment = (row) =>
    `{"id":"${row.id}","status":"${row.status}","postedAt":"${time(row.postedAt)}","body":{"markdown":${JSON.stringify(row.markdown)}},"postedBy":${personOf(row)}${
      replies ? `,"replies":${connection(replies[nextReplies++], reply)}` : ''
    }}`
  const changeRequest = (row) =>
    `{"id":"${row.id}","number":${row.number},"status":"${row.status}","subject":${JSON.stringify(row.subject)},"createdAt":"${time(row.createdAt)}","createdBy":${personOf(row)},"comments":${connection(comments[nextComments++], comment)}}`
  return `{"data":{"space":{"id":"${space.id}","title":${JSON.stringify(space.title)},"changeRequests":${connection(changeRequests, changeRequest)}}}}`
}
