import { createHash } from 'node:crypto'
import type { ReaderTokens } from '../../../core/access/authentication.ts'
import { READER_TOKEN_PREFIX } from '../../../core/access/visitor-tokens.ts'
import { unauthenticated } from '../../../core/errors.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { SiteReader, Visitor } from '../../site-addresses/index.ts'
import { digestOfShareKey } from '../share-links/share-links.model.ts'
import { SiteVisibility } from '../sites.model.ts'
import { BY_ID, type Credentials, type Visited, type VisitedSite } from './admission.ts'
import { spacesOfPreview } from './preview-spaces.ts'
import { type Signing, signedToken, verifiedToken } from './signed-tokens.ts'

const PURPOSE = 'site readers'

/** What content and search of a site require. */
const SCOPES = ['space:read', 'site:read']

const ended = () =>
  unauthenticated(
    'This token has expired, or the site no longer admits its reader. Get a new one from POST /v1/urls/published.',
  )

/** Identifies the key of a site. It changes when the key is replaced. */
const digestOfKey = (sealedKey: string): string =>
  createHash('sha256').update(sealedKey).digest('base64url').slice(0, 22)

/** A token with which a visitor whom a site has admitted reads its content for an hour. */
export async function signReader(
  ctx: Signing,
  { site, preview }: Visited,
  { claims, shareLinkId }: Visitor,
  { shareKey }: Credentials,
): Promise<string> {
  const { exp } = (claims.signed ?? {}) as { exp?: unknown }
  // It does not outlive what the reader was admitted with.
  const end = preview?.end ?? (typeof exp === 'number' ? exp : undefined)
  const token = await signedToken(ctx, PURPOSE, {
    siteId: site.id,
    payload: {
      claims,
      ...(shareKey && shareLinkId !== null ? { link: digestOfShareKey(shareKey) } : {}),
      ...(claims.signed && site.sealedKey ? { key: digestOfKey(site.sealedKey) } : {}),
      ...(preview ? { preview: { makerId: preview.makerId, changeRequestId: preview.changeRequestId } } : {}),
    },
    ...(end === undefined ? {} : { end }),
  })
  return `${READER_TOKEN_PREFIX}${token}`
}

/** Identifies readers by their tokens. Whether a site still admits them is checked when they read. */
export const readerTokens = (signing: Signing): ReaderTokens => ({
  viewerOf: async (token) => {
    const payload = await verifiedToken(signing, PURPOSE, token)
    if (!payload) throw ended()
    const { aud: siteId, exp, claims, link, key, preview } = payload
    const reader: SiteReader = {
      siteId,
      claims: claims as SiteReader['claims'],
      shareKeyDigest: typeof link === 'string' ? link : null,
      siteKeyDigest: typeof key === 'string' ? key : null,
      preview: (preview as SiteReader['preview'] | undefined) ?? null,
    }
    return { userId: '', tokenId: '', scopes: SCOPES, expiresAt: new Date(exp * 1000), reader }
  },
})

/**
 * The site of a reader, which is read for every request, so that a link that was deactivated, a key that was replaced
 * and a site that was unpublished end the token at once on every node. Throws unauthenticated when it has ended.
 */
export async function siteOfReader(
  db: Queryable,
  reader: SiteReader,
): Promise<{ site: VisitedSite; visitor: Visitor }> {
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
