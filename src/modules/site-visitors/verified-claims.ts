import { type JWTPayload, jwtVerify } from 'jose'
import { MAX_VISITOR_TOKEN } from '../../core/access/visitor-tokens.ts'
import type { Addressed } from '../sites/index.ts'

/** How far the clock of the server that signs may differ from ours, in seconds. */
const LEEWAY_SECONDS = 60

/**
 * The claims of a token that the site's key has signed with HS256, that expires, and that is valid now and for this
 * site; null for any other.
 */
export async function verifiedClaims(
  token: string,
  { key, site, now }: { key: string; site: Addressed; now: Date },
): Promise<JWTPayload | null> {
  if (token.length > MAX_VISITOR_TOKEN) return null
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: now,
    })
    return isFor(site, payload.aud) ? payload : null
  } catch {
    return null
  }
}

const isFor = (site: Addressed, audience: unknown): boolean =>
  audience === undefined ||
  (Array.isArray(audience) ? audience : [audience]).some(
    (each) => each === site.id || (typeof each === 'string' && isAddressOf(site, each)),
  )

/** Whether a URL is that of a site: at its proxy, at its hostname, or below any address of this server. */
function isAddressOf(site: Addressed, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { host, pathname } = new URL(url)
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  if (site.proxy !== null && `${host}${path}` === site.proxy) return true
  if (site.hostname !== null && host === site.hostname && path === '') return true
  const organization = encodeURIComponent(site.organizationHostname ?? site.organizationId)
  // The address with the id stays one of the site, so tokens for it stay valid when the site gets a name.
  return [site.basename ?? site.id, site.id].some((name) =>
    path.endsWith(`/sites/${organization}/${encodeURIComponent(name)}`),
  )
}
