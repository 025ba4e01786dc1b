import type { IncomingMessage } from 'node:http'
import type { WebHosting } from '../core/operations/web.ts'
import type { Trust } from '../http/address.ts'
import { HEALTH_PATHS } from '../http/health.ts'

/** An address, or the name that every computer has for itself. A site is at neither. */
const LOCAL = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/
const HOST = /^[a-z0-9.:[\]_-]{1,255}$/
const MAX_HEALTH = Math.max(...[...HEALTH_PATHS].map(({ length }) => length))

/** The host in a header; empty if it is not one. */
function hostIn(header: string | undefined): string {
  const [first = ''] = (header ?? '').split(',', 1)
  const host = first.trim().toLowerCase()
  return HOST.test(host) ? host : ''
}

const isBelow = (path: string, base: string) =>
  path.startsWith(base) && (path.length === base.length || path[base.length] === '/')

/**
 * What serves a request: the API; a site at an address of this server by path (`own`) or at a host that it has
 * `generated`; or `unknown` until it was looked up whether a site is at the host.
 */
export type Surface = 'api' | 'own' | 'generated' | 'unknown'

function surfaceOf(
  host: string,
  path: string,
  { sites, api, apart }: { sites: URL; api: URL; apart: boolean },
  hosts: WebHosting,
): Surface {
  if (path.length <= MAX_HEALTH && HEALTH_PATHS.has(path)) return 'api'
  if (host !== sites.host && host !== api.host && hosts.isBelowPattern(host)) return 'generated'
  // Pages for browsers that open an unknown address of the API have the styles of sites.
  if (path.startsWith('/~assets/') && (host === api.host || LOCAL.test(host))) return 'own'
  const isSites = isBelow(path, sites.pathname)
  if (apart) return host === sites.host ? 'own' : host === api.host || LOCAL.test(host) ? 'api' : 'unknown'
  if (isSites && (host === sites.host || LOCAL.test(host))) return 'own'
  return host === api.host || LOCAL.test(host) || host === '' ? 'api' : 'unknown'
}

/** Where sites and the API are, and the texts that this was read from. */
interface Places {
  texts: readonly [sites: string, api: string]
  sites: URL
  api: URL
  /** That of the sites. */
  origin: string
  apart: boolean
}

export interface HostParts {
  hosting: WebHosting
  /** The URL of the API. */
  api: () => string
  /** Whether published sites have an origin that the API does not have. */
  apart: boolean
  trust: Trust
}

/** Which hosts requests are for. What most requests share is read once. */
export class Hosts {
  readonly #parts: HostParts
  #parsed: Places | undefined
  #last = { header: '', host: '' }

  constructor(parts: HostParts) {
    this.#parts = parts
  }

  surfaceOf(request: IncomingMessage): Surface {
    const { url = '/' } = request
    const at = url.indexOf('?')
    const path = at < 0 ? url : url.slice(0, at)
    return surfaceOf(this.hostOf(request), path, this.places(), this.#parts.hosting)
  }

  /** The addresses of sites and of the API, which are parsed again when they change. */
  places(): Places {
    const { hosting, apart } = this.#parts
    const [sites, api] = [hosting.base(), this.#parts.api()]
    const known = this.#parsed
    if (known && known.texts[0] === sites && known.texts[1] === api) return known
    const [sitesUrl, apiUrl] = [new URL(sites), new URL(api)]
    const { origin } = sitesUrl
    this.#parsed = { texts: [sites, api], sites: sitesUrl, api: apiUrl, origin, apart }
    return this.#parsed
  }

  /** The origin that the browser has requested, on the surface of a request. */
  originOf(request: IncomingMessage, surface: Surface): string {
    if (surface === 'own') return this.places().origin
    const host = this.hostOf(request)
    const { hosting } = this.#parts
    // Below the pattern, sites have the scheme of SITES_URL; elsewhere, a proxy terminates TLS.
    const generated = surface === 'generated' ? hosting.originAt(host) : null
    return generated ?? `https://${host}`
  }

  /** The host that the browser has requested: `X-Forwarded-Host` of a trusted proxy, otherwise `Host`. */
  hostOf({ headers, socket }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-host']
    if (forwarded !== undefined && this.#parts.trust(socket.remoteAddress ?? '', 0)) {
      return hostIn(String(forwarded))
    }
    const header = headers.host ?? ''
    if (header !== this.#last.header) this.#last = { header, host: hostIn(header) }
    return this.#last.host
  }
}
