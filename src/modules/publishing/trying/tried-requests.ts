import { createHmac } from 'node:crypto'
import { invalidInput, notFound } from '../../../core/errors.ts'
import { parseInput } from '../../../core/operations/parse-input.ts'
import type { WebAnswer, WebOptions } from '../../../core/operations/web.ts'
import { OutboundFailed, OutboundRefused } from '../../../platform/outbound.ts'
import { FairSlots, SlotsFull } from '../../../platform/turns/fair-slots.ts'
import { isSignedServer, type RequestProxy } from '../../site-rendering/index.ts'
import { TriedRequest } from './tried-request.ts'

/** What a request costs besides that of the reader. */
const POINTS = 10
const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 10_000
/** Requests at a time, of one site and of all. */
const SLOTS = { each: 4, all: 12, maxWaiting: 20 }

interface Tried {
  siteId: string
  sent: unknown
  charge: (points: number) => void
}

const json = (status: number, content: object, headers: Record<string, string> = {}): WebAnswer => ({
  status,
  body: { type: 'application/json; charset=utf-8', content: JSON.stringify(content) },
  headers: { ...headers, 'cache-control': 'no-store' },
  keeping: 'no one',
})

/**
 * Sends the requests that readers try, for APIs whose servers do not allow requests of the site. Only to servers that the
 * documents on its pages name, because only those are signed.
 */
export class TriedRequests {
  readonly #options: Pick<WebOptions, 'outbound' | 'tools'>
  readonly #slots = new FairSlots(SLOTS)

  constructor(options: Pick<WebOptions, 'outbound' | 'tools'>) {
    this.#options = options
  }

  /** What the pages of a site sign servers with. */
  async proxyAt(siteId: string, href: string): Promise<RequestProxy> {
    const [key = ''] = await this.#keysOf(siteId)
    return { href, key }
  }

  /** Nothing that the reader has sent to the site is passed on: no cookie, and no header that they have not typed. */
  async answer({ siteId, sent, charge }: Tried): Promise<WebAnswer> {
    charge(POINTS)
    const { server, signature, path, method, headers, body } = parseInput(TriedRequest, sent)
    if (!isSignedServer(await this.#keysOf(siteId), server, signature))
      throw notFound('A server of this site')
    const url = addressBelow(server, path)
    try {
      const release = await this.#slots.take(siteId)
      try {
        const response = await this.#options.outbound.fetch(url, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
          maxBytes: MAX_BYTES,
          timeoutMs: TIMEOUT_MS,
          redirects: 0,
        })
        return json(200, { status: response.status, text: response.body.toString() })
      } finally {
        release()
      }
    } catch (error) {
      if (error instanceof SlotsFull)
        return json(503, { failed: 'Try again in 5 seconds.' }, { 'retry-after': '5' })
      if (error instanceof OutboundRefused || error instanceof OutboundFailed) {
        return json(424, { failed: error.message })
      }
      throw error
    }
  }

  async #keysOf(siteId: string): Promise<string[]> {
    const keys = await this.#options.tools.secrets.keysFor('servers of tried requests')
    return keys.map((key) => createHmac('sha256', key).update(siteId).digest('base64url'))
  }
}

/** The address of a path below a server. It cannot leave the server, nor the path that the document names. */
function addressBelow(server: string, path: string): URL {
  const base = new URL(server)
  const root = base.pathname.replace(/\/$/, '')
  const url = new URL(`${base.origin}${root}${path}`)
  const isBelow = url.origin === base.origin && url.pathname.startsWith(`${root}/`)
  if (base.protocol !== 'https:' || base.username !== '' || base.password !== '' || !isBelow) {
    throw invalidInput({ path: ['path'], message: 'must be a path below the server' })
  }
  return url
}
