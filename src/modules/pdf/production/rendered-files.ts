import { randomUUID } from 'node:crypto'
import { notFound } from '../../../core/errors.ts'
import type { DownloadProgress } from '../../../core/operations/downloads.ts'
import type { Database, Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { readPiece, type StoredBytes } from '../../../platform/stored-bytes.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
const KEPT_UNUSED_MS = 7 * DAY_MS
/** A file without progress for this long belongs to a node that has ended. */
const ABANDONED_MS = 10 * MINUTE_MS
/** A file that was completed or read a moment ago is not removed, even if there are too many bytes. */
const KEPT_USED_MS = MINUTE_MS
const PROGRESS_INTERVAL_MS = 500

/** All pieces of a file but the last one have this length. */
export const PIECE_BYTES = 256 * 1024

export interface RenderingKey {
  spaceId: string
  key: string
}

const FIND = statement<{ id: string; size: number }>({
  name: 'renderedFile',
  text: `WITH used AS (UPDATE "RenderedFile" SET "usedAt" = $3::timestamptz
      WHERE "spaceId" = $1 AND "key" = $2 AND "completedAt" IS NOT NULL AND "usedAt" < $3::timestamptz - interval '1 day')
    SELECT "id", "size" FROM "RenderedFile" WHERE "spaceId" = $1 AND "key" = $2 AND "completedAt" IS NOT NULL
    ORDER BY "completedAt", "id" LIMIT 1`,
})

const PIECE = statement<{ piece: Buffer }>({
  name: 'renderedPiece',
  text: `SELECT substring("bytes" FROM $3::int FOR $4::int) AS "piece" FROM "RenderedPiece"
    WHERE "fileId" = $1 AND "number" = $2::int`,
})

/** A complete file, rendered by any node. Null if there is none. */
export async function findRendered(
  db: Queryable,
  { spaceId, key }: RenderingKey,
  now: Date,
): Promise<StoredBytes | null> {
  const [row] = await db.query(FIND, [spaceId, key, now])
  if (!row) return null
  const read = async (offset: number, length: number): Promise<Buffer | null> => {
    const from = offset % PIECE_BYTES
    const number = String((offset - from) / PIECE_BYTES)
    const own = Math.min(length, PIECE_BYTES - from)
    const piece = await readPiece(db, PIECE, [row.id, number], from, own)
    if (own === length || piece === null) return piece
    const rest = await read(offset + own, length - own)
    return rest && Buffer.concat([piece, rest])
  }
  return { size: row.size, read }
}

const PROGRESS_OF = statement<DownloadProgress>({
  name: 'renderedFileProgress',
  text: `SELECT "done", "total" FROM "RenderedFile"
    WHERE "spaceId" = $1 AND "key" = $2 AND ("completedAt" IS NOT NULL OR "usedAt" > $3) ORDER BY "done" DESC LIMIT 1`,
})

/**
 * The progress of a file that any node is rendering. Null if none is. A file that was completed since the caller searched
 * for it has all its pages: without it, the caller would render it again.
 */
export async function progressOfRendering(
  db: Queryable,
  { spaceId, key }: RenderingKey,
  now: Date,
): Promise<DownloadProgress | null> {
  const since = new Date(now.getTime() - ABANDONED_MS)
  const [row] = await db.query(PROGRESS_OF, [spaceId, key, since])
  return row ?? null
}

const BEGIN = statement({
  name: 'renderedFileBegin',
  text: `INSERT INTO "RenderedFile" ("id", "spaceId", "key", "total", "createdAt", "usedAt")
    SELECT $1, s."id", $3, $4::int, $5::timestamptz, $5::timestamptz FROM "Space" s
    WHERE s."id" = $2 AND s."deletedAt" IS NULL RETURNING "id"`,
})

const SEND = statement({
  name: 'renderedPieceInsert',
  text: `WITH f AS (UPDATE "RenderedFile" SET "done" = $4::int, "size" = "size" + octet_length($3::bytea), "usedAt" = $5
      WHERE "id" = $1 RETURNING "id")
    INSERT INTO "RenderedPiece" ("fileId", "number", "bytes") SELECT f."id", $2::int, $3::bytea FROM f RETURNING "number"`,
})

const PROGRESS = statement({
  name: 'renderedFileDone',
  text: 'UPDATE "RenderedFile" SET "done" = $2::int, "usedAt" = $3 WHERE "id" = $1 RETURNING "id"',
})

// If two nodes rendered the same file, the first is kept.
const COMPLETE = statement({
  name: 'renderedFileComplete',
  text: `UPDATE "RenderedFile" f SET "completedAt" = $2, "usedAt" = $2, "done" = f."total"
    WHERE f."id" = $1 AND NOT EXISTS (SELECT 1 FROM "RenderedFile" o
      WHERE o."spaceId" = f."spaceId" AND o."key" = f."key" AND o."completedAt" IS NOT NULL)
    RETURNING f."id"`,
})

const DISCARD = statement({ name: 'renderedFileDelete', text: 'DELETE FROM "RenderedFile" WHERE "id" = $1' })

/** A file that is stored while it is rendered, so that it is never in memory as a whole. */
export class RenderedFile {
  readonly #db: Queryable
  readonly #now: () => Date
  readonly #id: string
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES)
  #filled = 0
  #pieces = 0
  #done = 0
  #storedAt = performance.now()
  #size = 0

  private constructor(db: Queryable, now: () => Date, id: string) {
    this.#db = db
    this.#now = now
    this.#id = id
  }

  /** Rejects with `not_found` if the space was deleted. */
  static async begin(
    db: Queryable,
    { spaceId, key }: RenderingKey,
    total: number,
    now: () => Date,
  ): Promise<RenderedFile> {
    const id = randomUUID()
    requireRow(await db.query(BEGIN, [id, spaceId, key, total, now()]))
    return new RenderedFile(db, now, id)
  }

  get size(): number {
    return this.#size
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#size += bytes.length
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + PIECE_BYTES - this.#filled)
      this.#piece.set(part, this.#filled)
      this.#filled += part.length
      from += part.length
      if (this.#filled === PIECE_BYTES) await this.#send()
    }
  }

  /** Records how many pages are rendered, at most twice per second. */
  async progress(done: number): Promise<void> {
    this.#done = done
    if (performance.now() - this.#storedAt < PROGRESS_INTERVAL_MS) return
    requireRow(await this.#db.query(PROGRESS, [this.#id, done, this.#now()]))
    this.#storedAt = performance.now()
  }

  /** From here on, it is found. */
  async complete(): Promise<void> {
    if (this.#filled > 0) await this.#send()
    const [first] = await this.#db.query(COMPLETE, [this.#id, this.#now()])
    if (!first) await this.discard()
  }

  async discard(): Promise<void> {
    await this.#db.query(DISCARD, [this.#id])
  }

  async #send(): Promise<void> {
    const bytes = this.#piece.subarray(0, this.#filled)
    requireRow(await this.#db.query(SEND, [this.#id, this.#pieces, bytes, this.#done, this.#now()]))
    this.#pieces += 1
    this.#filled = 0
    this.#storedAt = performance.now()
  }
}

/** The row is deleted with its space. */
function requireRow(rows: readonly unknown[]): void {
  if (rows.length === 0) throw notFound('The space of this PDF')
}

/**
 * Removes files that were not fetched for a week, those of nodes that ended before they were complete and, if the total
 * size exceeds the limit, the least recently used ones.
 */
export async function removeOldFiles(
  { pool }: Pick<Database, 'pool'>,
  { now, most }: { now: Date; most: number },
): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { rowCount } = await pool.query(
    `DELETE FROM "RenderedFile" f USING (
        SELECT "id", sum("size"::bigint) OVER (ORDER BY ("completedAt" IS NULL) DESC, "usedAt" DESC, "id") AS total
        FROM "RenderedFile") o
      WHERE f."id" = o."id" AND CASE WHEN f."completedAt" IS NULL THEN f."usedAt" < $3
        ELSE f."usedAt" < $1 OR (o.total > $2 AND f."usedAt" < $4) END`,
    [before(KEPT_UNUSED_MS), most, before(ABANDONED_MS), before(KEPT_USED_MS)],
  )
  await pool.query(`DELETE FROM "Rendering" WHERE "usedAt" < $1`, [before(KEPT_UNUSED_MS)])
  return rowCount ?? 0
}
