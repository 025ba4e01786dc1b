import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { cookiesIn } from './cookies.ts'

/** The header that scripts of the console send with every request. Forms, links and images cannot send it. */
const CONSOLE_HEADER = 'x-quire-console'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What a browser keeps: the session, the secret by which it is recognized, and a sign-in at a provider that has begun. */
type Kept = 'session' | 'browser' | 'pending'

/** Without the prefix, only on loopback: there browsers accept no `Secure` cookie over HTTP. */
const NAMES: Readonly<Record<Kept, string>> = {
  session: 'quire',
  browser: 'quire-browser',
  pending: 'quire-pending',
}

/** A sign-in at a provider ends with a navigation from there, with which browsers send no `Strict` cookie. */
const SAME_SITE: Readonly<Record<Kept, string>> = { session: 'Strict', browser: 'Strict', pending: 'Lax' }

type Headers = Pick<IncomingHttpHeaders, 'host' | 'origin' | 'cookie' | 'sec-fetch-site' | 'authorization'> &
  Record<string, unknown>

/**
 * The cookies of people who have signed in. A browser sends them with every request to this server, also with those that
 * pages of others cause, so they count only for requests that a page of this server has made.
 */
export class SessionCookies {
  readonly #origin: () => string

  constructor(origin: () => string) {
    this.#origin = origin
  }

  /** The secret of the session with which a request acts; undefined if there is none, or it does not count. */
  secretOf(headers: Headers): string | undefined {
    // Most requests have no cookie.
    if (headers.cookie === undefined || headers.authorization !== undefined) return undefined
    return this.isOwn(headers) ? this.read(headers, 'session') : undefined
  }

  /** The same for a WebSocket, for which browsers send no header of ours. */
  secretOfSocket(headers: Headers): string | undefined {
    if (headers.cookie === undefined || headers.origin === undefined) return undefined
    return this.#isOwnOrigin(headers.origin, headers.host) ? this.read(headers, 'session') : undefined
  }

  /** Whether a script of a page of this server sent the request. */
  isOwn(headers: Headers): boolean {
    if (headers[CONSOLE_HEADER] !== '1') return false
    const site = headers['sec-fetch-site']
    if (site !== undefined) return site === 'same-origin'
    return headers.origin !== undefined && this.#isOwnOrigin(headers.origin, headers.host)
  }

  /** The origin that a browser shows for this server; null where people cannot sign in, because others could listen. */
  originFor({ host = '' }: Headers): string | null {
    const own = new URL(this.#origin())
    if (own.protocol === 'https:') return own.origin
    const hostname = host.replace(/:\d+$/, '')
    return LOOPBACK.has(hostname) ? `http://${host}` : null
  }

  read({ cookie }: Headers, kept: Kept): string | undefined {
    return cookiesIn(cookie)[this.#nameOf(kept)]
  }

  set(reply: FastifyReply, kept: Kept, secret: string, expiresAt: Date): void {
    this.#write(reply, kept, secret, `Expires=${expiresAt.toUTCString()}`)
  }

  remove(reply: FastifyReply, kept: Kept): void {
    this.#write(reply, kept, '', 'Max-Age=0')
  }

  #write(reply: FastifyReply, kept: Kept, value: string, until: string): void {
    const secure = this.#isSecure() ? ['Secure'] : []
    const parts = [`${this.#nameOf(kept)}=${value}`, 'Path=/', until, 'HttpOnly', ...secure]
    reply.header('Set-Cookie', [...parts, `SameSite=${SAME_SITE[kept]}`].join('; '))
  }

  #nameOf(kept: Kept): string {
    return this.#isSecure() ? `__Host-${NAMES[kept]}` : NAMES[kept]
  }

  #isSecure(): boolean {
    return this.#origin().startsWith('https:')
  }

  /** Cookies belong to a host name, so a page of another host has none of ours, whatever the header `Host` is. */
  #isOwnOrigin(origin: string, host: string | undefined): boolean {
    if (origin === new URL(this.#origin()).origin) return true
    return !this.#isSecure() && host !== undefined && origin === `http://${host}`
  }
}
