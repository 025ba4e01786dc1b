import { columnsOf } from '../../../core/lists/columns.ts'
import type { ListDefinition } from '../../../core/lists/definitions.ts'
import { loaderById, readOf } from '../../../core/lists/loaders.ts'
import { Prisma, type ShareLink } from '../../../generated/prisma/client.ts'
import type { SiteRow } from '../sites.loaders.ts'
import type { Addressed } from '../sites.urls.ts'
import { digestOfShareKey, WRONG_KEY_POINTS } from './share-links.model.ts'

/** A share link, with what the address of its site needs. */
export type ShareLinkRow = ShareLink & Omit<Addressed, 'id'>

const COLUMNS = `${columnsOf('l', Prisma.ShareLinkScalarFieldEnum)}, i."organizationId", i."basename",
  i."hostname", i."proxy", i."publishedAt", o."hostname" AS "organizationHostname"`
const FROM = `"ShareLink" l JOIN "Site" i ON i."id" = l."siteId"
  JOIN "Organization" o ON o."id" = i."organizationId"`

/** Share links of sites that the viewer can change: who sees a link has its key. */
export const shareLinkById = loaderById<ShareLinkRow>({
  name: 'shareLinkById',
  scope: 'site:auth:read',
  text: `SELECT ${COLUMNS} FROM ${FROM}
    JOIN "Member" m ON m."organizationId" = i."organizationId" AND m."userId" = $2
      AND m."role" IN ('create', 'admin') AND NOT m."disabled"
    WHERE l."id" = ANY($1)`,
})

/** The share links of a site, oldest first. The caller was authorized for the site. */
export const shareLinksOfSite: ListDefinition<SiteRow, object, ShareLinkRow> = {
  name: 'shareLinks',
  columns: COLUMNS,
  from: FROM,
  match: 'l."siteId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'l."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
}

const IS_ACTIVE = {
  name: 'isActiveShareKey',
  text: `SELECT 1 FROM "ShareLink" l WHERE l."siteId" = $1 AND l."keyDigest" = $2 AND l."active"`,
}

/** A key for the addresses of a site, if it is that of an active link of the site. */
export const activeShareKey = readOf(
  'site:read',
  async (
    { db, meter },
    { siteId, shareKey }: { siteId: string; shareKey: string | undefined },
  ): Promise<string | undefined> => {
    if (!shareKey) return undefined
    const rows = await db.query(IS_ACTIVE, [siteId, digestOfShareKey(shareKey)])
    if (rows.length > 0) return shareKey
    meter.charge(WRONG_KEY_POINTS)
    return undefined
  },
)
