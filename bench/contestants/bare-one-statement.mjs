// Variant F: PostgreSQL creates the whole response in one statement, and Node passes it on.

const person = (alias) =>
  `json_build_object('id', ${alias}."personId", 'displayName', ${alias}."displayName", 'email', ${alias}."email")`
const PERSON = 'a."id" AS "personId", a."displayName", a."email"'
const time = (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const cursor = (id) => `encode(convert_to(${id}, 'UTF8'), 'base64')`

/**
 * A connection over `rows`, a subselect of one row more than `limit` in list order. Its nodes are an argument of
 * the filtered aggregate, so that data below the extra row is not computed.
 */
const connection = (rows, alias, limit, last, node) => `(
  SELECT json_build_object(
    'edges', coalesce(json_agg(json_build_object('cursor', ${cursor(`${alias}."id"`)}, 'node', ${node}))
      FILTER (WHERE ${alias}.place <= ${limit}), '[]'),
    'pageInfo', json_build_object('hasNextPage', count(*) > ${limit},
      'endCursor', ${cursor(`${last}(${alias}."id") FILTER (WHERE ${alias}.place <= ${limit})`)}))
  FROM (${rows} LIMIT ${limit} + 1) ${alias})`

const replies = connection(
  `SELECT r."id", r."postedAt", r."markdown", ${PERSON}, row_number() OVER (ORDER BY r."id") AS place
    FROM "CommentReply" r JOIN "User" a ON a."id" = r."postedById" WHERE r."commentId" = c."id" ORDER BY r."id"`,
  'r',
  '$4::int',
  'max',
  `json_build_object('id', r."id", 'postedAt', ${time('r."postedAt"')},
    'body', json_build_object('markdown', r."markdown"), 'postedBy', ${person('r')})`,
)

const comments = (below) =>
  connection(
    `SELECT c."id", c."status", c."postedAt", c."markdown", ${PERSON},
      row_number() OVER (ORDER BY c."id" DESC) AS place
    FROM "Comment" c JOIN "User" a ON a."id" = c."postedById" WHERE c."targetId" = q."id" ORDER BY c."id" DESC`,
    'c',
    '$3::int',
    'min',
    `json_build_object('id', c."id", 'status', c."status", 'postedAt', ${time('c."postedAt"')},
      'body', json_build_object('markdown', c."markdown"), 'postedBy', ${person('c')} ${below})`,
  )

const changeRequests = (below) =>
  connection(
    `SELECT q."id", q."number", q."status", q."subject", q."createdAt", ${PERSON},
      row_number() OVER (ORDER BY q."id" DESC) AS place
    FROM "ChangeRequest" q JOIN "User" a ON a."id" = q."createdById" WHERE q."spaceId" = s."id" AND q."status" = 'open' ORDER BY q."id" DESC`,
    'q',
    '$2::int',
    'min',
    `json_build_object('id', q."id", 'number', q."number", 'status', q."status", 'subject', q."subject",
      'createdAt', ${time('q."createdAt"')}, 'createdBy', ${person('q')}, 'comments', ${comments(below)})`,
  )

const text = (below) => `SELECT json_build_object('data', json_build_object('space', json_build_object(
  'id', s."id", 'title', s."title", 'changeRequests', ${changeRequests(below)})))::text AS body
  FROM "Space" s WHERE s."id" = $1`

const withReplies = { name: 'F', text: text(`, 'replies', ${replies}`) }
const withoutReplies = { name: 'Fshallow', text: text('') }

export async function oneStatement(pool, query) {
  const breadth = [query.get('space'), Number(query.get('changeRequests')), Number(query.get('comments'))]
  const wanted = Number(query.get('replies'))
  const { rows } = await pool.query(
    wanted > 0 ? { ...withReplies, values: [...breadth, wanted] } : { ...withoutReplies, values: breadth },
  )
  return rows[0].body
}
