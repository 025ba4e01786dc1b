import { sniffContentType, wholeCharacters } from '../../../core/files/content-type.ts'
import { cleanFileName } from '../../../core/files/file-name.ts'
import { fileResponseHeaders } from '../../../core/files/headers.ts'
import type { Queryable } from '../../../platform/database.ts'
import { PIECE_BYTES, piecesOf, readPiece } from '../../../platform/stored-bytes.ts'

const EXISTS = {
  name: 'downloadExists',
  text: `SELECT 1 AS "found" FROM "Blob" b JOIN "Space" s ON s."id" = b."spaceId"
    WHERE b."spaceId" = $1 AND b."hash" = $2 AND s."deletedAt" IS NULL`,
}

const OPEN = {
  name: 'downloadOpened',
  text: `SELECT octet_length("bytes") AS "size", substring("bytes" FROM 1 FOR $3::int) AS "head"
    FROM "Blob" WHERE "spaceId" = $1 AND "hash" = $2`,
}

const PIECES = piecesOf('Blob', 'hash')

/**
 * A file and the headers of its response. Null if it or its space was deleted. Its bytes are read when it is
 * opened.
 */
export async function findDownload(
  db: Queryable,
  { spaceId, blob, name }: { spaceId: string; blob: string; name: string },
) {
  const key = [spaceId, blob]
  const [found] = await db.query<{ found: number }>(EXISTS, key)
  if (!found) return null
  const open = async () => {
    const [row] = await db.query<{ size: number; head: Buffer }>(OPEN, [...key, PIECE_BYTES])
    if (!row) return null
    const { size, head } = row
    const clean = cleanFileName(name)
    // Detected from the bytes again, because the URL must not affect it.
    const contentType = await sniffContentType(size > head.length ? wholeCharacters(head) : head, clean)
    const read = async (offset: number, length: number) => {
      if (offset === 0) return head.subarray(0, length)
      return readPiece(db, PIECES, key, offset, length)
    }
    return { bytes: { size, read }, headers: fileResponseHeaders({ name, contentType }) }
  }
  return { tag: blob, open }
}
