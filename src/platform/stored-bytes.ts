import type { Queryable, Statement } from './database.ts'
import { statement } from './statements/statement.ts'

/** Stored bytes that are read in chunks. They never change under the same name. */
export interface StoredBytes {
  readonly size: number
  /** The bytes from an offset on, as many as requested or available; null when they are gone. */
  read(offset: number, length: number): Promise<Buffer | null>
  /** The bytes from `start` to before `end` in one request, where reading chunks would be many. */
  stream?(start: number, end: number): AsyncIterable<Buffer>
}

/**
 * Large enough that a statement per chunk costs little, small enough that a slow reader holds little
 * memory.
 */
export const PIECE_BYTES = 64 * 1024

/** The bytes from `start` to before `end`, in one request or in chunks. */
export const bytesBetween = (stored: StoredBytes, start: number, end: number): AsyncIterable<Buffer> =>
  stored.stream?.(start, end) ?? pieces(stored, start, end)

async function* pieces(stored: StoredBytes, start: number, end: number): AsyncGenerator<Buffer> {
  for (let offset = start; offset < end; offset += PIECE_BYTES) {
    const piece = await stored.read(offset, Math.min(PIECE_BYTES, end - offset))
    if (!piece) throw new Error('The file was removed while it was being read.')
    yield piece
  }
}

/** The query for a chunk of the `bytes` of a row, which its space and the column `key` identify. */
export const piecesOf = (table: string, key: string) =>
  statement<{ piece: Buffer | null }>({
    name: `piecesOf${table}`,
    text: `SELECT substring("bytes" FROM $3::int FOR $4::int) AS "piece" FROM "${table}"
    WHERE "spaceId" = $1 AND "${key}" = $2`,
  })

export async function readPiece(
  db: Queryable,
  query: Statement<{ piece: Buffer | null }>,
  key: readonly string[],
  offset: number,
  length: number,
): Promise<Buffer | null> {
  const [row] = await db.query(query, [...key, offset + 1, length])
  return row?.piece ?? null
}
