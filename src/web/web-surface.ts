import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ByteCache } from '../core/byte-cache.ts'
import { presentable } from '../core/errors.ts'
import type { Visit, WebAnswer, WebContent, WebRequest } from '../core/operations/web.ts'
import { budgetOfAddress, clientAddress } from '../http/address.ts'
import { type Budgets, requirePaid } from '../http/budget.ts'
import { cookiesIn } from '../http/cookies.ts'
import { hasOneHost, RETRY_AFTER_SECONDS, requestIdOf } from '../http/edge.ts'
import type { AccessLog } from '../http/logs/access-log.ts'
import { OTHER, type RequestIds, type WorkOrigin } from '../platform/observing/origin.ts'
import { type HostParts, Hosts, type Surface } from './hosts.ts'
import { methodNotAllowed, tooLong, unavailable, WebProblem } from './problems.ts'
import { receivedJson } from './received-json.ts'
import { KeptAnswer, sendAnswer, sendNotModified, sendReady } from './sending.ts'

export interface WebParts extends Omit<HostParts, 'hosting'> {
  sites: WebContent
  cache: ByteCache
  budgets: Budgets
  accessLog: AccessLog
  isOpen: () => boolean
  isLeaving: () => boolean
  onFault: (error: unknown, ids: RequestIds, path: string) => void
}

/** The longest path, and the longest query. Tokens that an address contains are not counted. */
const MAX_PATH = 3 * 1024
const MAX_QUERY = 1024
const MAX_TOKEN = 9 * 1024

/** The query of most requests. It is never changed. */
const NO_QUERY = new URLSearchParams()
/** A request without anything that could distinguish it from others. */
const PLAIN: WebRequest = {
  path: '',
  query: NO_QUERY,
  headers: {},
  cookies: {},
  origin: '',
  source: { operation: OTHER },
  charge: () => {},
}

/** Serves published sites. Requests to sites do not pass through the routes of the API. */
export class WebSurface {
  readonly #parts: WebParts
  readonly #payers = new WeakMap<object, string>()
  readonly #keptOf = new WeakMap<Visit, { key: string; route: string } | null>()
  readonly #hosts: Hosts

  constructor(parts: WebParts) {
    this.#parts = parts
    this.#hosts = new Hosts({ ...parts, hosting: parts.sites.hosting })
  }

  /** What serves a request. A request that names several hosts is for the API, which rejects it. */
  surfaceOf(request: IncomingMessage): Surface {
    const surface = this.#hosts.surfaceOf(request)
    return surface === 'api' || hasOneHost(request) ? surface : 'api'
  }

  /** Whether a request, such as the upgrade to a WebSocket, is for a site: the API is not there. */
  async isForSite(request: IncomingMessage): Promise<boolean> {
    const surface = this.#hosts.surfaceOf(request)
    return surface === 'unknown' ? this.#isSiteAt(request) : surface !== 'api'
  }

  /** Serves a request to a site. One whose host turns out not to be that of a site is passed to the API. */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    surface: Exclude<Surface, 'api'>,
    toApi: RequestListener,
  ): void {
    const origin = this.#hosts.originOf(request, surface)
    if (surface !== 'unknown') {
      if (!this.#serveKnown(request, response, origin)) void this.#serve(request, response, origin)
      return
    }
    this.#isSiteAt(request).then(
      (isSite) => (isSite ? void this.#serve(request, response, origin) : toApi(request, response)),
      () => toApi(request, response),
    )
  }

  async #isSiteAt(request: IncomingMessage): Promise<boolean> {
    const { sites, isOpen } = this.#parts
    // Anyone can send any host, so looking one up is charged. Without points, the API answers, with 429.
    return isOpen() && sites.isServedAt(this.#hosts.hostOf(request), () => this.#charge(request))
  }

  /**
   * Sends a page that was sent before, to an equal request of any reader, without waiting for anything. False if
   * something has to be read or made: then nothing was done.
   */
  #serveKnown(request: IncomingMessage, response: ServerResponse, origin: string): boolean {
    const { method, url = '', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || headers.cookie !== undefined) return false
    if (url[0] !== '/' || url.includes('?') || headers.accept?.includes('text/markdown')) return false
    const { sites, cache, budgets, accessLog, isOpen, isLeaving } = this.#parts
    if (!isOpen() || isLeaving()) return false
    const visit = sites.known(origin, url)
    const kept = visit ? this.#keptFor(visit) : null
    if (!kept) return false
    const answer = cache.get<KeptAnswer>(kept.key)
    if (!answer) return false
    const notModified = answer.notModifiedFor(request)
    if (!notModified && !answer.isReadyFor(request)) return false
    if (!budgets.spendAtHand(this.#payerOf(request), 1)) return false
    const requestId = requestIdOf(request)
    const record = { route: kept.route, bytes: 0 }
    if (!notModified) {
      accessLog.followVisit(request, response, requestId, record)
      return sendReady(request, response, answer, { requestId, record })
    }
    const begun = performance.now()
    sendNotModified(response, notModified, requestId)
    accessLog.visited(request, response, requestId, record, begun)
    return true
  }

  /** The key of the response to a reader in the cache, and its route. Null if it is made for each request. */
  #keptFor(visit: Visit): { key: string; route: string } | null {
    const known = this.#keptOf.get(visit)
    if (known !== undefined) return known
    const found = this.#parts.sites.routes.find(({ matches }) => matches(visit.segments, PLAIN))
    const key = found ? answerKeyOf(found, visit, PLAIN) : null
    const kept = key === null ? null : { key, route: `site ${found?.name ?? ''}` }
    this.#keptOf.set(visit, kept)
    return kept
  }

  async #serve(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const { sites, accessLog, isOpen, isLeaving, onFault } = this.#parts
    const requestId = requestIdOf(request)
    const record = { route: 'site', bytes: 0 }
    const span = accessLog.followVisit(request, response, requestId, record)
    if (isLeaving()) response.setHeader('Connection', 'close')
    const source: WorkOrigin = { operation: record.route, requestId, span }
    const webRequest = this.#requestOf(request, origin, source)
    let visit: Visit | null = null
    try {
      if (!isOpen()) throw unavailable()
      await this.#admit(request, webRequest)
      const entered = await sites.enter(webRequest)
      const isSent = request.method === 'POST'
      // Nothing but a redirect is the same for a page that is read and for one that sends something.
      if (isSent && 'status' in entered && entered.status < 300) throw methodNotAllowed('POST')
      if ('status' in entered)
        return void (await sendAnswer(request, response, new KeptAnswer(entered, null), {
          requestId,
          record,
        }))
      visit = entered
      const found = sites.routes.find(({ matches }) => matches(entered.segments, webRequest))
      record.route = `site ${found?.name ?? ''}`
      source.operation = record.route
      const { receives } = found ?? {}
      if (isSent !== (receives !== undefined)) {
        throw methodNotAllowed(request.method ?? '', isSent ? 'GET' : 'POST')
      }
      const received = receives === undefined ? {} : { received: await receivedJson(request, receives) }
      const answer = await this.#answerOf(found, visit, { ...webRequest, ...received })
      await sendAnswer(request, response, answer, { requestId, record, cookies: visit.cookies })
      this.#keepEncodings(answer)
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy()
      const failure = hasStatus(error) ? error : presentable(error)
      if (failure.status >= 500) onFault(error, { requestId, traceId: span?.traceId }, webRequest.path)
      const retryAfter = (error as { retryAfterSeconds?: number }).retryAfterSeconds
      if (failure.status === 429 || failure.status === 503) {
        response.setHeader('Retry-After', retryAfter ?? RETRY_AFTER_SECONDS)
      }
      const page = acceptsHtml(request) ? await sites.problem(failure, webRequest, visit) : asJson(failure)
      const answer = new KeptAnswer(page, visit)
      await sendAnswer(request, response, answer, { requestId, record }).catch(() => response.destroy())
    }
  }

  /** The page for a failure at an address of the API that a browser has opened. */
  async nowhere({ url = '/' }: IncomingMessage, status: number): Promise<KeptAnswer> {
    const [path = '/'] = pathIn(url).split('?', 1)
    return new KeptAnswer(await this.#parts.sites.nowhere(status, path), null)
  }

  /** What is checked before anything is looked up. */
  async #admit(request: IncomingMessage, { path }: WebRequest): Promise<void> {
    if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) throw methodNotAllowed(request.method ?? '')
    const query = (request.url ?? '').length - path.length
    if (path.length > MAX_PATH + (path.includes('/~preview/') ? MAX_TOKEN : 0))
      throw tooLong('path', MAX_PATH)
    const hasToken = /[?&](?:jwt_token|preview)=/.test(request.url ?? '')
    if (query > MAX_QUERY + (hasToken ? MAX_TOKEN : 0)) throw tooLong('query', MAX_QUERY)
    await this.#charge(request)
  }

  async #charge(request: IncomingMessage): Promise<void> {
    requirePaid(await this.#parts.budgets.spend(this.#payerOf(request), 1))
  }

  /** A response that was served before to such a reader, or a new one. */
  async #answerOf(
    found: WebContent['routes'][number] | undefined,
    visit: Visit,
    webRequest: WebRequest,
  ): Promise<KeptAnswer> {
    if (!found) throw new WebProblem(404, 'There is no page at this address.')
    const { cache } = this.#parts
    const key = answerKeyOf(found, visit, webRequest)
    const known = key === null ? undefined : cache.get<KeptAnswer>(key)
    if (known) return known
    const answer = new KeptAnswer(await found.serve(visit, webRequest), visit)
    if (key !== null && answer.body) {
      answer.key = key
      cache.set(key, answer, answer.size)
    }
    return answer
  }

  /** Encodings that were made for this response belong to its size. */
  #keepEncodings(answer: KeptAnswer): void {
    if (answer.key === null || !answer.hasGrown) return
    answer.hasGrown = false
    this.#parts.cache.set(answer.key, answer, answer.size)
  }

  /** The budget of a client. A connection has the same one until a proxy names another client. */
  #payerOf(request: IncomingMessage): string {
    const { socket, headers } = request
    if (headers['x-forwarded-for'] !== undefined) return this.#budgetOf(request)
    let payer = this.#payers.get(socket)
    if (payer === undefined) {
      payer = this.#budgetOf(request)
      this.#payers.set(socket, payer)
    }
    return payer
  }

  #budgetOf(request: IncomingMessage): string {
    return budgetOfAddress(clientAddress(request, this.#parts.trust))
  }

  #requestOf(request: IncomingMessage, origin: string, source: WorkOrigin): WebRequest {
    const url = pathIn(request.url ?? '/')
    const at = url.indexOf('?')
    const { budgets } = this.#parts
    return {
      origin,
      path: at < 0 ? url : url.slice(0, at),
      query: at < 0 ? NO_QUERY : new URLSearchParams(url.slice(at + 1)),
      headers: request.headers,
      cookies: cookiesIn(request.headers.cookie),
      source,
      charge: (points) => budgets.collect(this.#payerOf(request), points),
    }
  }
}

/** The key of a response in the cache; null if it is made for each request. */
const answerKeyOf = (
  { isRepeatable, formOf }: WebContent['routes'][number],
  { key, segments }: Visit,
  webRequest: WebRequest,
): string | null =>
  isRepeatable ? `answer ${key} ${formOf?.(webRequest) ?? ''} ${segments.join('/')}` : null

/** Whether a client can show a page, as browsers and programs without a preference can. */
const acceptsHtml = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept === undefined || /text\/html|application\/xhtml|text\/\*|\*\/\*/.test(accept)

/** A failure for programs, in the form of the APIs. */
const asJson = (failure: Error & { status: number }): WebAnswer => ({
  status: failure.status,
  body: {
    type: 'application/json; charset=utf-8',
    content: JSON.stringify({ error: { code: failure.status, message: failure.message } }),
  },
  headers: (failure as { headers?: Record<string, string> }).headers ?? {},
  keeping: 'no one',
})

/** Whether an error is one for readers, with the status of its page. */
const hasStatus = (error: unknown): error is Error & { status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'

/** The path and query of a request. Proxies can send whole URLs. */
function pathIn(target: string): string {
  if (target.startsWith('/')) return target
  const { pathname, search } = URL.canParse(target) ? new URL(target) : new URL('http://localhost/')
  return `${pathname}${search}`
}
