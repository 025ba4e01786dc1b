import type pg from 'pg'
import { seedContent } from './content-seed.ts'

/** The rows of one organization at × 1. */
const BASE = { members: 500, comments: 1_000, events: 1_000, pages: 100 }

/** The data is this many times the smallest: that of the targets, or less for a quick run. */
export const growthFactors = { full: [1, 10, 100], small: [1, 10] } as const

export const pagesAt = (factor: number) => BASE.pages * factor

/** Members whose names contain `SEARCHED`, the same number at every size. */
export const SEARCHED = 'zephyr'
const FOUND = 10

const DAY = "interval '1 day'"

/** One organization with members, comments, events and pages, all of them this many times as many. */
export async function seedGrowth(
  client: pg.Client,
  url: string,
  factor: number,
  log: (line: string) => void,
): Promise<void> {
  await seedContent(client, url, [pagesAt(factor)], log)
  const { rowCount } = await client.query('SELECT 1 FROM "Comment" LIMIT 1')
  if (rowCount) return
  log(`Filling the database of growth (once, × ${factor}) …`)
  await client.query('BEGIN')
  try {
    for (const statement of statementsFor(factor)) await client.query(statement)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  await client.query('VACUUM ANALYZE')
  await client.query('CHECKPOINT')
}

const id = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 26, '0')`
const ORG = '(SELECT "id" FROM "Organization" LIMIT 1)'
const SPACE = '(SELECT "id" FROM "Space" ORDER BY "id" LIMIT 1)'
const USER = '(SELECT "userId" FROM "ApiToken" LIMIT 1)'

function statementsFor(factor: number): string[] {
  const [members, comments, events] = [BASE.members * factor, BASE.comments * factor, BASE.events * factor]
  return [
    `INSERT INTO "User" ("id", "displayName", "email")
      SELECT ${id('usr', 'n')}, CASE WHEN n % ${members / FOUND} = 0 THEN '${SEARCHED} ' ELSE 'Person ' END || md5(n::text),
        'person' || n || '@example.com' FROM generate_series(1, ${members}) n`,
    `INSERT INTO "Member" ("id", "organizationId", "userId", "role", "joinedAt")
      SELECT ${id('mem', 'n')}, ${ORG}, ${id('usr', 'n')}, 'comment', now() - n * interval '1 minute'
      FROM generate_series(1, ${members}) n`,
    `INSERT INTO "Comment" ("id", "spaceId", "targetId", "revisionId", "markdown", "status", "postedById", "postedAt")
      SELECT ${id('cmt', 'n')}, s."id", s."id", s."revisionId", 'Remark ' || md5(n::text), 'open',
        ${id('usr', `1 + n % ${members}`)}, now() - (${comments} - n) * interval '1 second'
      FROM generate_series(1, ${comments}) n, "Space" s`,
    `UPDATE "Space" SET "commentsOpen" = ${comments}`,
    `INSERT INTO "Event" ("organizationId", "spaceId", "type", "actorId", "subject", "occurredAt")
      SELECT ${ORG}, ${SPACE}, 'comment.posted', ${id('usr', `1 + n % ${members}`)},
        jsonb_build_object('comment', ${id('cmt', `1 + n % ${comments}`)}), now() - (${events} - n) * interval '1 second'
      FROM generate_series(1, ${events}) n`,
  ]
}

/** Days that events are kept in this benchmark. */
export const RETENTION_DAYS = 90
/** A row every quarter of an hour. */
const YEAR_ROWS = 4 * 24 * 365

/**
 * A year of rows in the tables that only grow, of an organization of its own: the log of the other one stays as it is. The
 * rows of an earlier run are removed first, because a log is in the order of time.
 */
export function yearOfRows(): string[] {
  const age = `(n * 15 * interval '1 minute')`
  const org = id('org', '2')
  return [
    `DELETE FROM "Event" WHERE "organizationId" = ${org}`,
    `DELETE FROM "Webhook" WHERE "organizationId" = ${org}`,
    `INSERT INTO "Organization" ("id", "title") VALUES (${org}, 'A year') ON CONFLICT DO NOTHING`,
    `INSERT INTO "Event" ("organizationId", "type", "actorId", "subject", "occurredAt")
      SELECT ${org}, 'member.updated', ${USER}, '{}', now() - 365 * ${DAY} + ${age} FROM generate_series(1, ${YEAR_ROWS}) n`,
    `INSERT INTO "Webhook" ("id", "organizationId", "url", "secret", "since")
      VALUES (${id('whk', '1')}, ${org}, 'https://example.com', '', 0) ON CONFLICT DO NOTHING`,
    `INSERT INTO "WebhookDelivery" ("id", "webhookId", "position", "type", "body", "status", "createdAt")
      SELECT 'dlv_' || gen_random_uuid(), ${id('whk', '1')}, n, 'member.updated', '{}', 'succeeded',
        now() - 365 * ${DAY} + ${age} FROM generate_series(1, ${YEAR_ROWS}) n`,
    `INSERT INTO "IdempotencyKey" ("userId", "key", "fingerprint", "answer", "createdAt")
      SELECT ${USER}, gen_random_uuid()::text, '', '{}', now() - 365 * ${DAY} + ${age} FROM generate_series(1, ${YEAR_ROWS}) n`,
  ]
}
