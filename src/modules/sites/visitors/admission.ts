import type { Visitor } from '../../../core/access/visitor.ts'
import { notFound, unauthenticated } from '../../../core/errors.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import type { OpenContext } from '../../../core/operations/context.ts'
import { Prisma, type Site } from '../../../generated/prisma/client.ts'
import { digestOfShareKey, WRONG_KEY_POINTS } from '../share-links/share-links.model.ts'
import { SiteVisibility } from '../sites.model.ts'
import type { Addressed } from '../sites.urls.ts'
import { verifiedClaims } from './visitor-token.ts'

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
}

const FIND = {
  name: 'visitedSite',
  text: `SELECT ${columnsOf('i', Prisma.SiteScalarFieldEnum)}, o."hostname" AS "organizationHostname",
      a."sealedKey", a."backend", a."fallbackURL", d."jsonSchema", l."id" AS "shareLinkId"
    FROM "Site" i JOIN "Organization" o ON o."id" = i."organizationId"
    LEFT JOIN "SitePublishingAuth" a ON a."siteId" = i."id"
    LEFT JOIN "SiteAdaptiveSchema" d ON d."siteId" = i."id"
    LEFT JOIN "ShareLink" l ON l."siteId" = i."id" AND l."keyDigest" = $2 AND l."active"
    WHERE i."id" = $1 AND i."publishedAt" IS NOT NULL`,
}

/**
 * A published site and the link of a share key, in one statement. It is read for every request, so that a link that
 * was deactivated, a key that was replaced and a site that was unpublished stop at once on every node.
 */
export async function findVisited(
  { db }: Pick<OpenContext, 'db'>,
  siteId: string,
  shareKey?: string,
): Promise<VisitedSite | null> {
  const [site] = await db.query<VisitedSite>(FIND, [siteId, shareKey ? digestOfShareKey(shareKey) : null])
  return site ?? null
}

/**
 * Decides whether a site admits a caller by its visibility. Throws unauthenticated when a key or a token is needed
 * and there is none, and not_found when it is wrong.
 */
export async function admit(
  ctx: Pick<OpenContext, 'meter' | 'now' | 'tools'>,
  site: VisitedSite,
  { shareKey, token, unsignedClaims }: Credentials,
): Promise<Visitor> {
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
