import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { acceptedEncodings, readBody, type Sink, tooLarge } from './body.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** An allowed URL with its host resolved: a connection to these addresses cannot be redirected by DNS. */
export interface PinnedUrl {
  /** Without credentials and fragment. */
  url: URL
  hostname: string
  port: number
  addresses: [ResolvedAddress, ...ResolvedAddress[]]
  /** The credentials of the URL as a header, if it has any. */
  authorization: string | undefined
}

/** Called with the status and the headers of a response, before its body. */
export type Receive = (status: number, headers: Record<string, string>) => Sink

export const redirections = new Set([301, 302, 303, 307, 308])

export interface Hop {
  target: URL
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

interface Asking {
  maxBytes: number
  signal: AbortSignal
  isFollowing: boolean
  receive: Receive | undefined
  authority: string | undefined
}

export async function ask(pinned: PinnedUrl, hop: Hop, asking: Asking): Promise<Answer> {
  const { maxBytes, signal, isFollowing, receive } = asking
  const response = await responseOf(pinned, hop, asking)
  try {
    const headers = joined(response.headers)
    const status = response.statusCode ?? 0
    const isRead = !(isFollowing && redirections.has(status) && headers.location !== undefined)
    if (!isRead || hop.method === 'HEAD' || status === 204 || status === 304)
      return { status, headers, body: Buffer.alloc(0) }
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
    const encoding = headers['content-encoding']
    const sink = receive?.(status, headers)
    return { status, headers, body: await readBody(response, { encoding, maxBytes, signal, sink }) }
  } finally {
    response.destroy()
  }
}

/**
 * Sends a request on a connection of its own: a pooled one may go to an address that was not checked for this request.
 * undici 7 is not used, because a server that closes the connection while the body is read slowly ends the process.
 */
function responseOf(
  { url, addresses }: PinnedUrl,
  { method, headers, body }: Hop,
  { signal, authority }: Asking,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, {
      method,
      headers: { ...headers, 'accept-encoding': acceptedEncodings },
      lookup: pinnedLookup(addresses),
      agent: false,
      signal,
      ...(authority === undefined ? {} : { ca: [...rootCertificates, authority] }),
    })
    request
      .once('response', (response) => resolve(response.on('error', () => {})))
      .once('upgrade', (_response, socket) => socket.destroy())
      .on('error', reject)
      // A connection can also end without a response and without an error.
      .once('close', () => reject(new Error('The connection was closed.')))
      .end(body)
  })
}

/** The resolved addresses are fixed: the name is not resolved again between check and connection. */
function pinnedLookup(addresses: PinnedUrl['addresses']): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0].address, addresses[0].family)
  }
}

const joined = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))
