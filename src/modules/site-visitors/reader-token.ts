import { createHash } from 'node:crypto'
import type { ReaderTokens } from '../../core/access/authentication.ts'
import { READER_TOKEN_PREFIX } from '../../core/access/visitor-tokens.ts'
import { notFound, unauthenticated } from '../../core/errors.ts'
import type { Queryable } from '../../platform/database.ts'
import type { SiteReader, Visitor } from '../site-addresses/index.ts'
import { digestOfShareKey, SiteVisibility } from '../sites/index.ts'
import { BY_ID, type Credentials, type Visited, type VisitedSite } from './admission.ts'
import { spacesOfPreview } from './preview/preview-spaces.ts'
import { type Signing, signedToken, verifiedToken } from './signed-tokens.ts'
import { claimsOf } from './visible-structure.ts'

const PURPOSE = 'site readers'

/** What content and search of a site require, and what pages refer to. Only what is declared for readers accepts them. */
const SCOPES = ['space:read', 'site:read', 'openapi:read', 'user:read']
/** Larger claims are not repeated for clients: a token has to fit into a header. */
const MAX_SHOWN_CLAIMS = 2_000

const ended = () =>
  unauthenticated(
    'This token has expired, or the site no longer admits its reader. Get a new one from POST /v1/urls/published.',
  )

/** Identifies the key of a site. It changes when the key is replaced. */
const digestOfKey = (sealedKey: string): string =>
  createHash('sha256').update(sealedKey).digest('base64url').slice(0, 22)

const DAY_SECONDS = 24 * 60 * 60
/** How long the token of a day is valid on the next one: clients get a new one before the old one ends. */
const OVERLAP_SECONDS = 5 * 60

/** When tokens of this day end, in seconds. All of a day end together, so that equal visitors have equal tokens. */
const endOfDay = (now: Date): number =>
  (Math.floor(now.getTime() / 1000 / DAY_SECONDS) + 1) * DAY_SECONDS + OVERLAP_SECONDS

/** Claims about a token and not about the visitor. With them, each token of a visitor would result in another one. */
const ABOUT_TOKENS = new Set(['iat', 'nbf', 'jti', 'exp'])

const aboutVisitor = (signed: object | null): object | null =>
  signed && Object.fromEntries(Object.entries(signed).filter(([name]) => !ABOUT_TOKENS.has(name)))

/**
 * A token with which a visitor whom a site has admitted reads its content until the end of the day. Visitors who are
 * admitted with the same get the same token, so that clients can cache what they read with it. Stock clients decode
 * the token for `kind`, `organization`, `site` and `claims`, which are the claims that conditions refer to.
 */
export async function signReader(
  ctx: Signing,
  { site, preview }: Visited,
  visitor: Visitor,
  { shareKey }: Credentials,
): Promise<string> {
  const { claims, shareLinkId } = visitor
  const { exp } = (claims.signed ?? {}) as { exp?: unknown }
  // It does not outlive what the reader was admitted with.
  const end = preview?.end ?? (typeof exp === 'number' ? exp : Number.POSITIVE_INFINITY)
  const shown = claimsOf(site, visitor)
  const token = await signedToken(ctx, PURPOSE, {
    siteId: site.id,
    end: Math.min(end, endOfDay(ctx.now())),
    payload: {
      kind: 'site',
      organization: site.organizationId,
      site: site.id,
      ...(JSON.stringify(shown).length > MAX_SHOWN_CLAIMS ? {} : { claims: shown }),
      visitor: { signed: aboutVisitor(claims.signed), unsigned: claims.unsigned },
      ...(shareKey && shareLinkId !== null ? { link: digestOfShareKey(shareKey) } : {}),
      ...(claims.signed && site.sealedKey ? { key: digestOfKey(site.sealedKey) } : {}),
      ...(preview ? { preview: { makerId: preview.makerId, changeRequestId: preview.changeRequestId } } : {}),
    },
  })
  return `${READER_TOKEN_PREFIX}${token}`
}

/** Identifies readers by their tokens. Whether a site still admits them is checked when they read. */
export const readerTokens = (signing: Signing): ReaderTokens => ({
  viewerOf: async (token) => {
    const payload = await verifiedToken(signing, PURPOSE, token)
    if (!payload || typeof payload.visitor !== 'object') throw ended()
    const { aud: siteId, exp, visitor, link, key, preview } = payload
    const reader: SiteReader = {
      siteId,
      claims: visitor as SiteReader['claims'],
      shareKeyDigest: typeof link === 'string' ? link : null,
      siteKeyDigest: typeof key === 'string' ? key : null,
      preview: (preview as SiteReader['preview'] | undefined) ?? null,
    }
    return { userId: '', tokenId: '', scopes: SCOPES, expiresAt: new Date(exp * 1000), reader }
  },
})

/** A site, and as whom its reader sees it. */
export interface ReadSite {
  site: VisitedSite
  visitor: Visitor
}

/** The site of a reader, if it is the one that was asked for. */
export async function getSiteOfReader(
  db: Queryable,
  reader: SiteReader,
  { organizationId, siteId }: { organizationId?: string | undefined; siteId: string },
): Promise<ReadSite> {
  if (reader.siteId !== siteId) throw notFound('This site')
  const found = await siteOfReader(db, reader)
  if (organizationId !== undefined && found.site.organizationId !== organizationId)
    throw notFound('This site')
  return found
}

/**
 * The site of a reader, which is read for every request, so that a link that was deactivated, a key that was replaced
 * and a site that was unpublished end the token at once on every node. Throws unauthenticated when it has ended.
 */
export async function siteOfReader(db: Queryable, reader: SiteReader): Promise<ReadSite> {
  const { siteId, shareKeyDigest, siteKeyDigest, claims, preview } = reader
  const [site] = await db.query(BY_ID, [shareKeyDigest, preview ? siteId : null, siteId])
  if (!site) throw ended()
  const visitor = { siteId, shareLinkId: site.shareLinkId, claims }
  if (preview) {
    return { site, visitor: { ...visitor, spaces: await spacesOfPreview(db, siteId, preview.makerId) } }
  }
  const isLinked = site.shareLinkId !== null
  const isSigned =
    siteKeyDigest !== null && site.sealedKey !== null && digestOfKey(site.sealedKey) === siteKeyDigest
  const visibility = SiteVisibility.parse(site.visibility)
  const isAdmitted =
    (isLinked || (shareKeyDigest === null && visibility !== 'share-link')) &&
    (isSigned || (siteKeyDigest === null && visibility !== 'visitor-auth'))
  if (!isAdmitted) throw ended()
  return { site, visitor }
}
