import { lookup as lookupHost } from 'node:dns/promises'
import { isIP } from 'node:net'
import { AllowList, hostnameOf } from './outbound/allow.ts'
import { OutboundFailed, OutboundRefused } from './outbound/errors.ts'
import {
  ask,
  type Hop,
  type PinnedUrl,
  type Receive,
  type ResolvedAddress,
  redirections,
} from './outbound/sending.ts'

export { isPublicAddress } from './outbound/allow.ts'
export { OutboundFailed, type OutboundFailure, OutboundRefused } from './outbound/errors.ts'
export type { PinnedUrl, ResolvedAddress } from './outbound/sending.ts'

/** All addresses of a host name. */
type Lookup = (hostname: string) => Promise<ResolvedAddress[]>

interface OutboundLimits {
  /** The maximum size of a body in bytes, both as sent and as decoded. */
  maxBytes: number
  /** Milliseconds from the call to the last byte, redirects included. */
  timeoutMs: number
  /** The number of redirects that are followed; with 0 the redirect itself is returned. */
  redirects: number
}

interface OutboundOptions extends Partial<OutboundLimits> {
  /** Names, addresses and networks that are allowed although they are not public, from OUTBOUND_ALLOW. */
  allow: readonly string[]
  lookup?: Lookup
  /** A certificate authority that is trusted besides those of Node, in PEM. */
  authority?: string
}

export interface OutboundRequest extends Partial<OutboundLimits> {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal | undefined
  /**
   * Receives the body as it arrives, for one that is too large to hold in memory; the body of the response is then empty.
   * Called first with the headers, and may throw to end the request.
   */
  receive?: Receive
}

export interface OutboundResponse {
  status: number
  /** By lower-case name; repeated headers are joined by commas. */
  headers: Record<string, string>
  /** The URL of the response, after redirects and without credentials. */
  url: string
  body: Buffer
}

export interface Outbound {
  fetch(url: string | URL, request?: OutboundRequest): Promise<OutboundResponse>
  /** Checks and resolves a URL for a client that connects by itself. */
  pin(url: string | URL): Promise<PinnedUrl>
}

const defaults: OutboundLimits = { maxBytes: 8 * 1024 * 1024, timeoutMs: 15_000, redirects: 5 }
/**
 * Headers that are sent to another host after a redirect: any other header may contain a secret for the
 * first one.
 */
const carriedAcrossHosts = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

/** The only client for URLs that callers send: every hop is resolved once, checked and pinned. */
export function createOutbound({
  allow,
  lookup = resolveHost,
  authority,
  ...given
}: OutboundOptions): Outbound {
  const allowList = new AllowList(allow)

  const pin = async (input: string | URL, signal?: AbortSignal): Promise<PinnedUrl> => {
    const { url, authorization } = publicUrl(input)
    const hostname = hostnameOf(url)
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    const found = await addressesOf(hostname, lookup, signal)
    const [first, ...others] = found.filter(({ address }) => allowList.permits({ hostname, port }, address))
    if (first === undefined) {
      throw new OutboundRefused(`${hostname} is not on the public internet. Use the URL of a public server.`)
    }
    return { url, hostname, port, addresses: [first, ...others], authorization }
  }

  const fetch = async (input: string | URL, request: OutboundRequest = {}): Promise<OutboundResponse> => {
    const maxBytes = request.maxBytes ?? given.maxBytes ?? defaults.maxBytes
    const timeoutMs = request.timeoutMs ?? given.timeoutMs ?? defaults.timeoutMs
    const redirects = request.redirects ?? given.redirects ?? defaults.redirects
    const deadline = AbortSignal.timeout(timeoutMs)
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
    let hop = firstHop(input, request)
    try {
      for (let followed = 0; ; followed += 1) {
        const pinned = await pin(hop.target, signal)
        const { receive } = request
        const isFollowing = redirects > 0
        const answer = await ask(pinned, hop, { maxBytes, signal, isFollowing, receive, authority })
        const location = redirections.has(answer.status) ? answer.headers.location : undefined
        if (location === undefined || redirects === 0) return { ...answer, url: pinned.url.href }
        if (followed === redirects) {
          throw new OutboundFailed(
            'too_many_redirects',
            `${pinned.hostname} redirects more than ${redirects} times. Use the final URL.`,
          )
        }
        hop = nextHop(hop, pinned.url, location, answer.status)
      }
    } catch (error) {
      throw failureOf(error, { deadline, signal: request.signal, host: hostnameOf(hop.target) })
    }
  }
  return { fetch, pin: (url) => pin(url) }
}

function firstHop(input: string | URL, { method = 'GET', headers = {}, body }: OutboundRequest): Hop {
  const { url, authorization } = publicUrl(input)
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const credentials = authorization === undefined ? {} : { authorization }
  return {
    target: url,
    method,
    headers: { 'user-agent': 'Quire', accept: '*/*', ...credentials, ...Object.fromEntries(named) },
    body,
  }
}

function nextHop(hop: Hop, from: URL, location: string, status: number): Hop {
  if (!URL.canParse(location, from))
    throw new OutboundFailed(
      'unreadable',
      `${from.hostname} redirects without a valid location. Use the final URL.`,
    )
  // Credentials in a redirect are not sent.
  const { url: target } = publicUrl(new URL(location, from))
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 307 && hop.method === 'POST'
  const kept = Object.entries(hop.headers).filter(
    ([name]) =>
      (target.origin === from.origin || carriedAcrossHosts.has(name)) &&
      !(becomesGet && name.startsWith('content-')),
  )
  return {
    target,
    method: becomesGet ? 'GET' : hop.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : hop.body,
  }
}

function publicUrl(input: string | URL): { url: URL; authorization: string | undefined } {
  const url = URL.canParse(input) ? new URL(input) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new OutboundRefused('The URL must begin with http:// or https://.')
  }
  const { username, password } = url
  url.username = ''
  url.password = ''
  url.hash = ''
  if (username === '' && password === '') return { url, authorization: undefined }
  const credentials = `${decoded(username)}:${decoded(password)}`
  return { url, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function addressesOf(
  hostname: string,
  lookup: Lookup,
  signal?: AbortSignal,
): Promise<ResolvedAddress[]> {
  const family = isIP(hostname)
  if (family !== 0) return [{ address: hostname, family }]
  const found = lookup(hostname)
  try {
    return await (signal === undefined ? found : Promise.race([found, abortion(signal)]))
  } catch (error) {
    throw new OutboundFailed('unreachable', `${hostname} could not be resolved. Check the URL.`, error)
  }
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

const resolveHost: Lookup = (hostname) => lookupHost(hostname, { all: true, verbatim: true })

interface Circumstances {
  deadline: AbortSignal
  signal: AbortSignal | undefined
  host: string
}

function failureOf(error: unknown, { deadline, signal, host }: Circumstances): Error {
  if (error instanceof OutboundRefused) return error
  if (signal?.aborted) return new OutboundFailed('aborted', `The request to ${host} was aborted.`, error)
  if (deadline.aborted) {
    return new OutboundFailed('timeout', `${host} did not respond in time. Try again later.`, error)
  }
  if (error instanceof OutboundFailed) return error
  const isDecoding = String((error as { code?: unknown } | null)?.code).startsWith('Z_')
  return isDecoding
    ? new OutboundFailed('unreadable', `The response of ${host} is damaged. Try again later.`, error)
    : new OutboundFailed('unreachable', `${host} could not be reached. Check the URL.`, error)
}
