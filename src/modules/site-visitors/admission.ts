import { notFound, unauthenticated } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import type { OpenContext } from '../../core/operations/context.ts'
import { Prisma, type Site } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { type Statement, statement } from '../../platform/statements/statement.ts'
import { ORGANIZATION_NOT_DELETED } from '../organizations/index.ts'
import type { PublishedAddress, Visitor } from '../site-addresses/index.ts'
import type { Addressed } from '../sites/index.ts'
import { digestOfShareKey, SiteVisibility, WRONG_KEY_POINTS } from '../sites/index.ts'
import { spacesOfPreview } from './preview/preview-spaces.ts'
import { type Preview, verifiedPreview } from './preview/preview-token.ts'
import { verifiedClaims } from './verified-claims.ts'

/** A published site, with what decides who is admitted. */
export type VisitedSite = Site &
  Addressed & {
    sealedKey: string | null
    backend: string | null
    fallbackURL: string | null
    /** The adaptive schema, as JSON. */
    jsonSchema: string | null
    /** The active share link of the key that was sent. */
    shareLinkId: string | null
  }

/** What a caller without an API token presents. Nothing of it is verified. */
export interface Credentials {
  shareKey?: string | undefined
  token?: string | null | undefined
  unsignedClaims?: object | undefined
  /** The token in the address of a preview. */
  preview?: string | undefined
}

/** Instead of the ID of a preview, it finds sites that are not published as well. */
const ANY_SITE = '*'

/** A site that is published, or whose preview was signed: its id is `$2`. `$1` is the digest of a share key. */
const selectFrom = (found: string) => `SELECT ${columnsOf('i', Prisma.SiteScalarFieldEnum)},
    o."hostname" AS "organizationHostname", a."sealedKey", a."backend", a."fallbackURL", d."jsonSchema",
    l."id" AS "shareLinkId", found.taken
  FROM (${found}) found JOIN "Site" i ON i."id" = found.id AND (i."publishedAt" IS NOT NULL OR i."id" = $2 OR $2 = '${ANY_SITE}')
  JOIN "Organization" o ON o."id" = i."organizationId" AND ${ORGANIZATION_NOT_DELETED}
  LEFT JOIN "SitePublishingAuth" a ON a."siteId" = i."id"
  LEFT JOIN "SiteAdaptiveSchema" d ON d."siteId" = i."id"
  LEFT JOIN "ShareLink" l ON l."siteId" = i."id" AND l."keyDigest" = $1 AND l."active"`

export const BY_ID = statement<FoundSite>({
  name: 'visitedSite',
  text: selectFrom('SELECT $3::text AS id, 0 AS taken'),
})
const BY_NAMES = statement<FoundSite>({
  name: 'visitedSiteByNames',
  text: selectFrom(`SELECT i."id", 0 AS taken FROM "Organization" o JOIN "Site" i ON i."organizationId" = o."id"
    WHERE (o."id" = $3 OR o."hostname" = $3) AND (i."id" = $4 OR i."basename" = $4)`),
})
// A hostname belongs to one site. Anyone can name a proxy, so the oldest site that did has it, and everything below it:
// the site of another organization is not shown there, whatever path it claims.
const BY_HOST = statement<FoundSite>({
  name: 'visitedSiteByHost',
  text: `${selectFrom(`SELECT h."id", 0 AS taken FROM "Site" h WHERE h."hostname" = $3
      UNION ALL SELECT p."id", k.taken FROM unnest($4::text[], $5::int[]) AS k(proxy, taken)
        JOIN "Site" p ON p."proxy" = k.proxy`)}
    ORDER BY found.taken > 0, i."organizationId" <> first_value(i."organizationId")
      OVER (PARTITION BY found.taken > 0 ORDER BY i."id"), found.taken DESC, i."id" LIMIT 1`,
})

/** A site that was found, the preview that was verified, and the number of segments that the site's proxy takes. */
export interface Visited {
  site: VisitedSite
  preview: (Preview & { end: number; spaces: ReadonlySet<string> }) | null
  taken: number
}

type FoundSite = VisitedSite & { taken: number }

export type VisitorReads = Pick<OpenContext, 'db' | 'meter' | 'now' | 'tools'>

async function find(
  ctx: VisitorReads,
  { shareKey, preview: token }: Credentials,
  siteBy: Statement<FoundSite>,
  values: readonly unknown[],
): Promise<Visited | null> {
  const preview = token ? await verifiedPreview(ctx, token) : null
  const [row] = await ctx.db.query(siteBy, [
    shareKey ? digestOfShareKey(shareKey) : null,
    preview?.siteId ?? null,
    ...values,
  ])
  if (token && (!row || preview?.siteId !== row.id)) {
    ctx.meter.charge(WRONG_KEY_POINTS)
    return null
  }
  if (!row) return null
  const spaces = preview && (await spacesOfPreview(ctx.db, row.id, preview.makerId))
  return { site: row, preview: preview && spaces && { ...preview, spaces }, taken: row.taken }
}

/**
 * A published site and the link of a share key, in one statement. It is read for every request, so that a link that
 * was deactivated, a key that was replaced and a site that was unpublished stop at once on every node.
 */
export const findVisited = (
  ctx: VisitorReads,
  siteId: string,
  credentials: Credentials,
): Promise<Visited | null> => find(ctx, credentials, BY_ID, [siteId])

/** How the site of an address is found: on this server by path or host, at its hostname, or at its proxy. */
function lookupOf({ own, generated, host, proxies }: PublishedAddress): [Statement<FoundSite>, unknown[]] {
  if (own) return [BY_NAMES, [own.organization, own.site]]
  if (generated !== null) return [BY_ID, [generated]]
  return [BY_HOST, [host, proxies.map(({ proxy }) => proxy), proxies.map(({ taken }) => taken)]]
}

/** The same by an address. */
export const findVisitedAt = (
  ctx: VisitorReads,
  address: PublishedAddress,
  credentials: Credentials,
): Promise<Visited | null> => find(ctx, credentials, ...lookupOf(address))

/** The site at an address, also while it is not published, before anyone is admitted. */
export async function findSiteAt(
  db: Queryable,
  address: PublishedAddress,
): Promise<{ id: string; taken: number } | null> {
  const [siteBy, values] = lookupOf(address)
  const [row] = await db.query(siteBy, [null, ANY_SITE, ...values])
  return row ?? null
}

/**
 * Decides whether a site admits a caller by its visibility. Throws unauthenticated when a key or a token is needed
 * and there is none, and not_found when it is wrong.
 */
export async function admit(
  ctx: Pick<OpenContext, 'meter' | 'now' | 'tools'>,
  { site, preview }: Visited,
  { shareKey, token, unsignedClaims }: Credentials,
): Promise<Visitor> {
  if (preview) {
    const { unsigned, ...signed } = preview.claims
    const { spaces } = preview
    return { siteId: site.id, shareLinkId: null, claims: { signed, unsigned: Object(unsigned) }, spaces }
  }
  const signed =
    token && site.sealedKey
      ? await verifiedClaims(token, {
          key: await ctx.tools.secrets.open(site.sealedKey),
          site,
          now: ctx.now(),
        })
      : null
  const isWrong = (shareKey && site.shareLinkId === null) || (token && signed === null)
  if (isWrong) ctx.meter.charge(WRONG_KEY_POINTS)
  const visibility = SiteVisibility.parse(site.visibility)
  if (visibility === 'share-link' && site.shareLinkId === null) {
    if (shareKey) throw notFound('This site')
    throw unauthenticated('This site is open to share links. Send the key of one in `shareKey`.')
  }
  if (visibility === 'visitor-auth' && signed === null) {
    if (token) throw notFound('This site')
    throw unauthenticated('This site is open to authenticated visitors. Send a signed visitor token.')
  }
  return {
    siteId: site.id,
    shareLinkId: site.shareLinkId,
    claims: { signed, unsigned: unsignedClaims ?? null },
  }
}
