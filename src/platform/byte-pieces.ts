import { randomUUID } from 'node:crypto'
import type { Queryable } from './database.ts'
import { statement } from './statements/statement.ts'

/** More bytes than this are sent in pieces: encoding a large statement would block the event loop. */
const PIECE_BYTES = 512 * 1024

const SEND = statement({
  name: 'bytePiece',
  text: 'INSERT INTO "BytePiece" ("upload", "number", "bytes") VALUES ($1, $2::int, $3)',
})

// Pieces of an upload that was interrupted are removed after a day.
const REMOVE = statement({
  name: 'bytePiecesDelete',
  text: `DELETE FROM "BytePiece" WHERE "upload" = $1 OR "createdAt" < now() - interval '1 day'`,
})

/** SQL for bytes that `withBytes` sent: `whole` and `upload` are its two parameters. */
export const sentBytes = (whole: string, upload: string) =>
  `coalesce(${whole}::bytea, (SELECT string_agg(p."bytes", ''::bytea ORDER BY p."number") FROM "BytePiece" p
    WHERE p."upload" = ${upload}::text))`

/**
 * Runs a statement that stores bytes. A few bytes are a parameter of the statement; many are sent in pieces before it and
 * joined by PostgreSQL. The statement reads them with `sentBytes`.
 */
export async function withBytes<Result>(
  db: Queryable,
  bytes: Buffer,
  store: (whole: Buffer | null, upload: string | null) => Promise<Result>,
): Promise<Result> {
  if (bytes.length <= PIECE_BYTES) return store(bytes, null)
  const upload = randomUUID()
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const piece = bytes.subarray(offset, offset + PIECE_BYTES)
    await db.query(SEND, [upload, offset / PIECE_BYTES, piece])
  }
  const stored = await store(null, upload)
  await db.query(REMOVE, [upload])
  return stored
}
