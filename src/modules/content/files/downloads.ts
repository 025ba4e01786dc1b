import { sniffContentType, wholeCharacters } from '../../../core/files/content-type.ts'
import { cleanFileName } from '../../../core/files/file-name.ts'
import { fileResponseHeaders } from '../../../core/files/headers.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { ORGANIZATION_NOT_DELETED } from '../../organizations/index.ts'
import { type BlobStorage, openBlob } from '../../revisions/index.ts'

const EXISTS = statement<{ found: number }>({
  name: 'downloadExists',
  text: `SELECT 1 AS "found" FROM "Blob" b JOIN "Space" s ON s."id" = b."spaceId"
    JOIN "Organization" o ON o."id" = s."organizationId" AND ${ORGANIZATION_NOT_DELETED}
    WHERE b."spaceId" = $1 AND b."hash" = $2 AND s."deletedAt" IS NULL`,
})

/**
 * A file and the headers of its response. Null if it or its space was deleted. Its bytes are read when it is
 * opened.
 */
export async function findDownload(
  storage: BlobStorage,
  { spaceId, blob, name }: { spaceId: string; blob: string; name: string },
) {
  const [found] = await storage.db.query(EXISTS, [spaceId, blob])
  if (!found) return null
  const open = async () => {
    const bytes = await openBlob(storage, spaceId, blob)
    if (!bytes) return null
    const { size, head } = bytes
    const clean = cleanFileName(name)
    // Detected from the bytes again, because the URL must not affect it.
    const contentType = await sniffContentType(size > head.length ? wholeCharacters(head) : head, clean)
    return { bytes, headers: fileResponseHeaders({ name, contentType }) }
  }
  return { tag: blob, open }
}
