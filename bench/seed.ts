import type pg from 'pg'
import { digestOf } from '../src/modules/tokens/index.ts'
import type { Scale } from './options.ts'

/** Valid only for the generated data, on the loopback interface. */
export const TOKEN = 'qre_bench-bench-bench-bench-bench'

/** The number of comments with replies, among those that a query reads first, and the number of replies. */
const ANSWERED = 10
const REPLIES = 5

/**
 * Ids in the format of src/core/ids.ts: ten base-32 digits of time, then a three-digit counter and thirteen random
 * digits. Hexadecimal digits are part of the alphabet, so the random part is taken from a hash.
 */
const FUNCTIONS = `
  CREATE FUNCTION pg_temp.digit(ms bigint, place int) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * place)) & 31)::int + 1, 1) $$;
  CREATE FUNCTION pg_temp.id(prefix text, ms bigint, n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT prefix || '_' || ${Array.from({ length: 10 }, (_, i) => `pg_temp.digit(ms, ${9 - i})`).join(' || ')}
      || '000' || substr(md5(prefix || n), 1, 13) $$;
  CREATE FUNCTION pg_temp.at(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
    $$ SELECT to_timestamp(ms / 1000.0) $$;
  CREATE FUNCTION pg_temp.words(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
    $$ SELECT 'Remark **' || n || '**: the second paragraph says "restart", but the service only needs a reload; see \`quire.conf\` and the [guide](https://example.com/guide/' || n || ').' || E'\\n\\n' || md5('words' || n) $$;
`

const START_MS = Date.parse('2026-01-01T00:00:00Z')

/** Seeds an empty database, completely or not at all. An existing one is left unchanged. */
export async function seed(client: pg.Client, scale: Scale, log: (line: string) => void): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM "ApiToken" LIMIT 1')
  if (rowCount) return
  log(`Filling the database (once, ${scale.name} scale) …`)
  const begun = Date.now()
  await client.query('BEGIN')
  try {
    // Foreign keys are valid by construction; checking them row by row would take most of the time.
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(FUNCTIONS)
    for (const statement of statementsFor(scale)) await client.query(statement)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
  log(`Filled in ${Math.round((Date.now() - begun) / 1000)} s.`)
}

function statementsFor(scale: Scale): string[] {
  const user = (n: string) =>
    `(SELECT person."id" FROM people person WHERE person.place = 1 + (${n}) % ${scale.users})`
  const ms = (n: string) => `(${START_MS} + ${n})::bigint`
  return [
    `CREATE TEMP TABLE people ON COMMIT DROP AS
      SELECT n AS place, pg_temp.id('usr', ${ms('n')}, n) AS "id" FROM generate_series(1, ${scale.users}) n`,
    'CREATE INDEX ON people (place)',
    `INSERT INTO "User" ("id", "displayName", "email")
      SELECT "id", 'Person ' || place, 'person' || place || '@example.com' FROM people`,
    `INSERT INTO "Organization" ("id", "title", "createdAt")
      SELECT pg_temp.id('org', ${ms('0')}, 1), 'Acme', pg_temp.at(${ms('0')})`,
    `INSERT INTO "Member" ("id", "organizationId", "userId", "role", "joinedAt")
      SELECT pg_temp.id('mem', ${ms('place')}, place), (SELECT "id" FROM "Organization"), "id",
        (CASE place WHEN 1 THEN 'admin' ELSE 'comment' END)::"Role", pg_temp.at(${ms('place')}) FROM people`,
    `INSERT INTO "ApiToken" ("id", "userId", "label", "digest", "scopes")
      SELECT pg_temp.id('tok', ${ms('0')}, 1), "id", 'Bench', '${digestOf(TOKEN)}', '{}' FROM people WHERE place = 1`,
    `INSERT INTO "Space" ("id", "organizationId", "title", "emoji", "revisionId", "createdById", "createdAt",
        "updatedAt", "changeRequestsTotal", "changeRequestsOpen", "lastNumber")
      SELECT pg_temp.id('spc', ${ms('n * 1000')}, n), (SELECT "id" FROM "Organization"), 'Space ' || n, '📘',
        pg_temp.id('rev', ${ms('n * 1000')}, n), ${user('n')}, pg_temp.at(${ms('n * 1000')}),
        pg_temp.at(${ms('n * 1000')}), ${scale.changeRequests}, ${scale.changeRequests}, ${scale.changeRequests}
      FROM generate_series(1, ${scale.spaces}) n`,
    `INSERT INTO "Revision" ("id", "spaceId", "type", "parents", "createdAt")
      SELECT "revisionId", "id", 'edits', '{}', "createdAt" FROM "Space"`,
    `CREATE TEMP TABLE places ON COMMIT DROP AS
      SELECT row_number() OVER (ORDER BY s."id", k) AS n, k, s."id" AS "spaceId", s."revisionId",
        CASE WHEN s."id" = (SELECT max("id") FROM "Space") THEN ${scale.manyComments} ELSE ${scale.comments} END AS comments
      FROM "Space" s, generate_series(1, ${scale.changeRequests}) k`,
    `INSERT INTO "ChangeRequest" ("id", "spaceId", "organizationId", "number", "status", "subject", "createdById",
        "createdAt", "updatedAt", "revisionId", "revisionInitialId", "commentsOpen")
      SELECT pg_temp.id('cr', ${ms('100000 + n * 10000')}, n), "spaceId", (SELECT "id" FROM "Organization"), k,
        'open', 'Clearer words in chapter ' || k, ${user('n')}, pg_temp.at(${ms('100000 + n * 10000')}), pg_temp.at(${ms('100000 + n * 10000')}),
        "revisionId", "revisionId", comments FROM places`,
    `INSERT INTO "ChangeRequestContributor" ("changeRequestId", "userId", "updatedAt")
      SELECT "id", "createdById", "createdAt" FROM "ChangeRequest"`,
    // The newest comments come first in every list, so those have replies.
    `INSERT INTO "Comment" ("id", "spaceId", "changeRequestId", "targetId", "revisionId", "markdown", "status",
        "postedById", "postedAt", "replyCount")
      SELECT pg_temp.id('cmt', ${ms('100000 + p.n * 10000 + i')}, p.n * 10000 + i), c."spaceId", c."id", c."id",
        c."revisionId", pg_temp.words(p.n * 10000 + i), 'open', ${user('p.n * 7 + i')},
        pg_temp.at(${ms('100000 + p.n * 10000 + i')}),
        CASE WHEN i > p.comments - ${ANSWERED} THEN ${REPLIES} ELSE 0 END
      FROM places p JOIN "ChangeRequest" c ON c."spaceId" = p."spaceId" AND c."number" = p.k,
        generate_series(1, p.comments) i ORDER BY p.n, i`,
    `INSERT INTO "CommentReply" ("id", "spaceId", "commentId", "markdown", "postedById", "postedAt")
      SELECT pg_temp.id('rpl', ${ms('100000 + p.n * 10000 + i + j')}, p.n * 100000 + i * 10 + j), p."spaceId",
        pg_temp.id('cmt', ${ms('100000 + p.n * 10000 + i')}, p.n * 10000 + i),
        pg_temp.words(p.n * 100000 + i * 10 + j), ${user('p.n * 11 + i * 3 + j')},
        pg_temp.at(${ms('100000 + p.n * 10000 + i + j')})
      FROM places p, generate_series(p.comments - ${ANSWERED - 1}, p.comments) i, generate_series(1, ${REPLIES}) j
      ORDER BY p.n, i, j`,
    // PostGraphile finds lists by foreign keys; this declares the one with the index for the list.
    `COMMENT ON TABLE "Comment" IS
      E'@foreignKey ("targetId") references "ChangeRequest" ("id")|@fieldName target|@foreignFieldName remarks'`,
  ]
}
