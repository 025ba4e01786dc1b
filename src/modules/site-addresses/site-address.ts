import type { SiteHosts } from './site-hosts.ts'

/** The most segments of a proxy that are compared. */
const MAX_PROXY_SEGMENTS = 16

/** The segments before a share key and before the token of a preview. */
export const KEY_MARK = '~'
export const PREVIEW_MARK = '~preview'

/** An address of a published site, taken apart. */
export interface PublishedAddress {
  /** Empty if it is a host of this server where no site is. */
  host: string
  /** The path, decoded, without a key and without what names the site. */
  segments: readonly string[]
  /** The names of the organization and the site, in an address of this server by path. */
  own: { organization: string; site: string } | null
  /** The ID of the site, at a host that this server has generated. */
  generated: string | null
  /** What the proxy of the site can be, by the number of segments that it takes. Empty at hosts of this server. */
  proxies: readonly { proxy: string; taken: number }[]
  shareKey: string | undefined
  preview: string | undefined
}

const segmentsOf = (path: string): string[] => path.split('/').filter((each) => each !== '')

/** The segments of a path, decoded; null if one cannot be. */
export function decodedPath(path: string): string[] | null {
  try {
    return segmentsOf(path).map(decodeURIComponent)
  } catch {
    return null
  }
}

/** Takes an address apart. Null if the path cannot be decoded. */
export function parseAddress(address: string, hosting: SiteHosts): PublishedAddress | null {
  const { host, pathname, searchParams } = new URL(address)
  const path = decodedPath(pathname)
  if (!path) return null
  const base = new URL(hosting.base())
  const above = segmentsOf(base.pathname)
  const isOwn = host === base.host && above.every((each, index) => path[index] === each)
  const [organization, site, ...inside] = isOwn ? path.slice(above.length) : []
  const own = organization !== undefined && site !== undefined ? { organization, site } : null
  const generated = own ? null : hosting.siteAt(host)
  // Hostnames and proxies of sites are never hosts of this server, whatever an organization claims.
  const isForeign = !own && !hosting.isOwn(host)
  const { segments, key, preview } = withoutSecrets(own ? inside : path)
  return {
    host: isForeign ? host : '',
    segments,
    own,
    generated,
    proxies: isForeign
      ? segments.slice(0, MAX_PROXY_SEGMENTS).map((_, index) => ({
          proxy: [host, ...segments.slice(0, index + 1)].join('/'),
          taken: index + 1,
        }))
      : [],
    shareKey: key ?? searchParams.get('shareKey') ?? undefined,
    preview: preview ?? searchParams.get('preview') ?? undefined,
  }
}

/** A share key can be part of the path, `…/~/<key>/…`, and so can the token of a preview, `…/~preview/<token>/…`. */
function withoutSecrets(path: readonly string[]) {
  const { segments, value: key } = without(KEY_MARK, path)
  const { segments: rest, value: preview } = without(PREVIEW_MARK, segments)
  return { segments: rest, key, preview }
}

function without(mark: string, segments: readonly string[]) {
  const at = segments.indexOf(mark)
  const value = at < 0 ? undefined : segments[at + 1]
  return value === undefined
    ? { segments, value }
    : { segments: [...segments.slice(0, at), ...segments.slice(at + 2)], value }
}
