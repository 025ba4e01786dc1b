import { sentBytes, withBytes } from '../../../platform/byte-pieces.ts'
import type { Database, Queryable } from '../../../platform/database.ts'
import { piecesOf, readPiece, type StoredBytes } from '../../../platform/stored-bytes.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_UNUSED_MS = 7 * DAY_MS
/** The total size of stored PDFs. They can be rendered again, so they need not fill the disk. */
const MOST_BYTES = 2 * 1024 * 1024 * 1024

export interface RenderingKey {
  spaceId: string
  key: string
}

const FIND = {
  name: 'rendering',
  text: `WITH used AS (UPDATE "Rendering" SET "usedAt" = $3::timestamptz
      WHERE "spaceId" = $1 AND "key" = $2 AND "usedAt" < $3::timestamptz - interval '1 day')
    SELECT "size" FROM "Rendering" WHERE "spaceId" = $1 AND "key" = $2`,
}

const PIECES = piecesOf('Rendering', 'key')

/** A stored PDF, rendered by any node. Null if there is none. */
export async function findRendering(
  db: Queryable,
  { spaceId, key }: RenderingKey,
  now: Date,
): Promise<StoredBytes | null> {
  const [row] = await db.query<{ size: number }>(FIND, [spaceId, key, now])
  if (!row) return null
  return {
    size: row.size,
    read: (offset, length) => readPiece(db, PIECES, [spaceId, key], offset, length),
  }
}

// If two nodes rendered the same PDF, the first is kept. Nothing is stored for a deleted space.
const INSERT = {
  name: 'renderingInsert',
  text: `INSERT INTO "Rendering" ("spaceId", "key", "bytes", "size", "createdAt", "usedAt")
    SELECT s."id", $2::text, b."bytes", octet_length(b."bytes"), $3::timestamptz, $3::timestamptz FROM "Space" s
      CROSS JOIN (SELECT ${sentBytes('$4', '$5')} AS "bytes") b WHERE s."id" = $1 AND s."deletedAt" IS NULL
    ON CONFLICT DO NOTHING`,
}

export async function insertRendering(
  db: Queryable,
  { spaceId, key }: RenderingKey,
  bytes: Buffer,
  now: Date,
): Promise<void> {
  await withBytes(db, bytes, (whole, upload) => db.query(INSERT, [spaceId, key, now, whole, upload]))
}

/**
 * Removes PDFs that were not fetched for a week and, if the total size exceeds the limit, the least recently used
 * ones.
 */
export async function removeOldRenderings(
  { pool }: Database,
  { now, most = MOST_BYTES }: { now: Date; most?: number },
): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM "Rendering" r USING (
        SELECT "spaceId", "key", "usedAt", sum("size") OVER (ORDER BY "usedAt" DESC, "spaceId", "key") AS total
        FROM "Rendering") o
      WHERE r."spaceId" = o."spaceId" AND r."key" = o."key" AND (o."usedAt" < $1 OR o.total > $2)`,
    [new Date(now.getTime() - KEPT_UNUSED_MS), most],
  )
  return rowCount ?? 0
}
