import { columnsOf } from '../../../core/lists/columns.ts'
import { defineList } from '../../../core/lists/define-list.ts'
import type { LoaderDefinition } from '../../../core/lists/definitions.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import type { Caller } from '../../../core/operations/caller.ts'
import { Prisma, type ShareLink } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
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
export const shareLinksOfSite = defineList<SiteRow, object, ShareLinkRow>({
  name: 'shareLinks',
  columns: COLUMNS,
  from: FROM,
  match: 'l."siteId" = p.key',
  key: ({ id }) => id,
  sort: [{ sql: 'l."id"', type: 'text', value: ({ id }) => id }],
  order: () => 'asc',
})

interface KeyOfSite {
  siteId: string
  shareKey: string
}

/** A key for the addresses of a site, if it is that of an active link of the site. */
const activeShareKey: LoaderDefinition<KeyOfSite, string> = {
  name: 'activeShareKey',
  scope: 'site:read',
  cacheKey: ({ siteId, shareKey }) => `${siteId} ${shareKey}`,
  batch: async ({ db, meter }, keys) => {
    const digests = keys.map(({ shareKey }) => digestOfShareKey(shareKey))
    const rows = await db.query(ACTIVE, [keys.map(({ siteId }) => siteId), digests])
    return keys.map(({ siteId, shareKey }, index) => {
      if (rows.some((row) => row.siteId === siteId && row.digest === digests[index])) return shareKey
      meter.charge(WRONG_KEY_POINTS)
      return null
    })
  },
}

const ACTIVE = statement<{ siteId: string; digest: string }>({
  name: 'activeShareKeys',
  text: `SELECT l."siteId", l."keyDigest" AS "digest" FROM unnest($1::text[], $2::text[]) AS k(site, digest)
    JOIN "ShareLink" l ON l."siteId" = k.site AND l."keyDigest" = k.digest AND l."active"`,
})

/** The key that the addresses of a site contain: the one that was sent, while its link is active. */
export const shareKeyFor = async (
  caller: Caller,
  siteId: string,
  shareKey: string | undefined,
): Promise<string | undefined> =>
  shareKey ? ((await caller.load(activeShareKey, { siteId, shareKey })) ?? undefined) : undefined
