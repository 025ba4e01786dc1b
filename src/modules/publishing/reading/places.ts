import type { WebRequest } from '../../../core/operations/web.ts'
import { KEY_MARK, PREVIEW_MARK, type PublishedAddress } from '../../site-addresses/index.ts'
import type { Credentials, Visited } from '../../site-visitors/index.ts'

/** Where a site begins in an address, and the path within it. */
export interface SitePlace {
  plainBase: string
  segments: readonly string[]
}

export function placeOf(
  { own, segments }: PublishedAddress,
  { taken }: Visited,
  { origin, path }: WebRequest,
): SitePlace {
  const { pathname } = new URL(`${origin}${path}`)
  const encoded = pathname.split('/').filter((each) => each !== '')
  // The names that the reader has used, so that links look like the address.
  const above = own
    ? encoded.findIndex(
        (_, at) => decoded(encoded[at]) === own.organization && decoded(encoded[at + 1]) === own.site,
      ) + 2
    : taken
  const base = encoded.slice(0, above).map((each) => `/${each}`)
  return { plainBase: base.join(''), segments: segments.slice(own ? 0 : taken) }
}

/** The place at the address with the name of the site, for one with its id; null for all others. */
export function namedPlace(
  { plainBase, segments }: SitePlace,
  { own }: PublishedAddress,
  { site }: Visited,
): SitePlace | null {
  if (own?.site !== site.id || site.basename === null) return null
  const above = plainBase.slice(0, plainBase.lastIndexOf('/'))
  return { plainBase: `${above}/${encodeURIComponent(site.basename)}`, segments }
}

const decoded = (segment = ''): string => decodeURIComponent(segment)

export const baseWith = (plain: string, { shareKey, preview }: Credentials): string => {
  if (preview !== undefined) return `${plain}/${PREVIEW_MARK}/${encodeURIComponent(preview)}`
  return shareKey === undefined ? plain : `${plain}/${KEY_MARK}/${encodeURIComponent(shareKey)}`
}

/** The address of a place with its key or preview in the path, where links keep it. */
export function pathTo(place: SitePlace, query: URLSearchParams, credentials: Credentials): string {
  const path = [baseWith(place.plainBase, credentials), ...place.segments.map(encodeURIComponent)].join('/')
  const rest = without(query, 'shareKey', 'preview').toString()
  return `${path === '' ? '/' : path}${rest === '' ? '' : `?${rest}`}`
}

function without(query: URLSearchParams, ...names: string[]): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of names) rest.delete(name)
  return rest
}

export const withoutToken = (query: URLSearchParams): URLSearchParams => without(query, 'jwt_token')
