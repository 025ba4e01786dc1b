import { fileResponseHeaders } from '../../../core/files/headers.ts'
import type { Download, Downloads } from '../../../core/operations/downloads.ts'
import type { SiteImage } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { isDrawable, type StoredImage } from '../../../platform/images/stored-image.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { IMAGES_PATH } from './image-references.ts'

type Found = Pick<SiteImage, 'siteId' | 'name' | 'contentType' | 'size' | 'hash'>

const FIND = statement<Found>({
  name: 'siteImage',
  text: 'SELECT "siteId", "name", "contentType", "size", "hash" FROM "SiteImage" WHERE "id" = $1',
})
const PIECE = statement<{ piece: Buffer }>({
  name: 'siteImagePiece',
  text: 'SELECT substring("bytes" FROM $2::int FOR $3::int) AS "piece" FROM "SiteImage" WHERE "id" = $1',
})

/**
 * An image of a site, for everyone who knows its id: it is shown to readers who are not admitted, and other services
 * fetch it as the preview of a link. Null if there is none, or if it belongs to another site than the given one.
 */
export async function findSiteImage(
  db: Queryable,
  id: string,
  siteId?: string,
): Promise<(Download & { headers: Record<string, string> }) | null> {
  const [found] = await db.query(FIND, [id])
  if (!found || (siteId !== undefined && found.siteId !== siteId)) return null
  const headers = fileResponseHeaders(found)
  return {
    tag: found.hash,
    headers,
    open: async () => ({
      headers,
      bytes: {
        size: found.size,
        read: async (offset, length) => (await db.query(PIECE, [id, offset + 1, length]))[0]?.piece ?? null,
      },
    }),
  }
}

const WHOLE = statement<Pick<SiteImage, 'contentType' | 'bytes' | 'width' | 'height'>>({
  name: 'siteImageWhole',
  text: 'SELECT "contentType", "bytes", "width", "height" FROM "SiteImage" WHERE "id" = $1',
})

/** The bytes of an image that is to be drawn into another one. Null if it cannot be. */
export async function readSiteImage(db: Queryable, id: string): Promise<StoredImage | null> {
  const [row] = await db.query(WHOLE, [id])
  if (!row?.width || !row.height) return null
  const image = { ...row, width: row.width, height: row.height }
  return isDrawable(image) ? image : null
}

export const imageDownloads = (database: Queryable): Downloads => ({
  paths: {},
  open: { [`${IMAGES_PATH}/:id`]: ({ id = '' }) => findSiteImage(database, id) },
})
