import type { IncomingMessage } from 'node:http'

/** Where this server shows sites and where its API is. */
export interface Origins {
  /** The URL that addresses of sites begin with. */
  sites: () => string
  api: () => string
}

/** Whether published sites have an origin that the API does not have. */
export const isApart = (sitesUrl: string | undefined, publicUrl: string | undefined): boolean =>
  sitesUrl !== undefined &&
  (publicUrl === undefined || new URL(sitesUrl).origin !== new URL(publicUrl).origin)

/** An address, or the name that every computer has for itself. A site is at neither. */
const LOCAL = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/
const HOST = /^[a-z0-9.:[\]_-]{1,255}$/
const HEALTH = new Set(['/healthz', '/readyz'])

/** The host that the browser has requested: `X-Forwarded-Host` of a trusted proxy, otherwise `Host`. */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>, isForwarded: boolean): string {
  const forwarded = isForwarded ? headers['x-forwarded-host'] : undefined
  const [first = ''] = String(forwarded ?? headers.host ?? '').split(',', 1)
  const host = first.trim().toLowerCase()
  return HOST.test(host) ? host : ''
}

const isBelow = (path: string, base: string) =>
  path.startsWith(base) && (path.length === base.length || path[base.length] === '/')

/**
 * What serves a request: the API; a site at an address of this server (`own`) or at a host of its own (`host`); or
 * `unknown` until it was looked up whether a site is at the host.
 */
export function surfaceOf(
  host: string,
  path: string,
  { sites, api, apart }: { sites: URL; api: URL; apart: boolean },
): 'api' | 'own' | 'unknown' {
  if (HEALTH.has(path)) return 'api'
  const isSites = isBelow(path, sites.pathname)
  if (apart) return host === sites.host ? 'own' : host === api.host || LOCAL.test(host) ? 'api' : 'unknown'
  if (isSites && (host === sites.host || LOCAL.test(host))) return 'own'
  return host === api.host || LOCAL.test(host) || host === '' ? 'api' : 'unknown'
}
