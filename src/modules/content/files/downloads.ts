import type { Queryable } from '../../../platform/database.ts'
import { fileResponseHeaders } from './headers.ts'
import { inspectFile } from './inspect-file.ts'

const FILE = {
  name: 'downloadedFile',
  text: `SELECT b."bytes" FROM "Blob" b JOIN "Space" s ON s."id" = b."spaceId"
    WHERE b."spaceId" = $1 AND b."hash" = $2 AND s."deletedAt" IS NULL`,
}

/** The bytes of a file and how they are to be sent; null when they or their space are gone. */
export async function findDownload(
  db: Queryable,
  { spaceId, blob, name }: { spaceId: string; blob: string; name: string },
) {
  const [row] = await db.query<{ bytes: Buffer }>(FILE, [spaceId, blob])
  if (!row) return null
  // Told by the bytes once more: an address cannot make them anything else.
  const { contentType } = await inspectFile(row.bytes, { name })
  return { bytes: row.bytes, tag: blob, headers: fileResponseHeaders({ name, contentType }) }
}
