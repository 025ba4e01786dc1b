import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ByteCache } from '../core/byte-cache.ts'
import { presentable } from '../core/errors.ts'
import type { Visit, WebRequest, WebSites } from '../core/operations/web.ts'
import type { AccessLog } from '../http/access-log.ts'
import { budgetOfAddress, clientAddress, type Trust } from '../http/address.ts'
import { type Budgets, requirePaid } from '../http/budget.ts'
import { requestIdOf } from '../http/request-id.ts'
import { cookiesIn } from './cookies.ts'
import { hostOf, type Origins, surfaceOf } from './hosts.ts'
import { methodNotAllowed, tooLong, unavailable, WebProblem } from './problems.ts'
import { KeptAnswer, sendAnswer } from './sending.ts'

export interface WebParts {
  sites: WebSites
  origins: Origins
  /** Whether published sites have an origin that the API does not have. */
  apart: boolean
  cache: ByteCache
  budgets: Budgets
  trust: Trust
  accessLog: AccessLog
  isOpen: () => boolean
  isDraining: () => boolean
  onFault: (error: unknown, requestId: string, path: string) => void
}

/** The longest path, and the longest query. Tokens that an address contains are not counted. */
const MOST_PATH = 3 * 1024
const MOST_QUERY = 1024
const MOST_TOKEN = 9 * 1024

/** Serves published sites. Requests to sites do not pass through the routes of the API. */
export class WebSurface {
  readonly #parts: WebParts
  #parsed: { text: string; sites: URL; api: URL; apart: boolean } | undefined

  constructor(parts: WebParts) {
    this.#parts = parts
  }

  /** Takes the requests to sites from the listener of the API. */
  mount(server: Server): void {
    const [toApi] = server.listeners('request') as ((
      request: IncomingMessage,
      response: ServerResponse,
    ) => void)[]
    if (!toApi) throw new Error('The server has no listener for requests.')
    server.removeAllListeners('request')
    server.on('request', (request, response) => {
      const surface = this.#surfaceOf(request)
      if (surface === 'api') return toApi(request, response)
      if (surface === 'own') return void this.#serve(request, response, true)
      this.#isSiteAt(request).then(
        (isSite) => (isSite ? void this.#serve(request, response, false) : toApi(request, response)),
        () => toApi(request, response),
      )
    })
  }

  /** Whether the API must not answer a request, such as the upgrade to a WebSocket, because of its host. */
  isOnlySites(request: IncomingMessage): boolean {
    return this.#parts.apart && this.#surfaceOf(request) === 'own'
  }

  #surfaceOf(request: IncomingMessage): ReturnType<typeof surfaceOf> {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    return surfaceOf(this.#hostOf(request), path, this.#places())
  }

  /** The addresses of sites and of the API, which are parsed again when they change. */
  #places() {
    const { origins, apart } = this.#parts
    const [sites, api] = [origins.sites(), origins.api()]
    if (this.#parsed?.text !== `${sites} ${api}`) {
      this.#parsed = { text: `${sites} ${api}`, sites: new URL(sites), api: new URL(api), apart }
    }
    return this.#parsed
  }

  #hostOf(request: IncomingMessage): string {
    return hostOf(request, this.#parts.trust(request.socket.remoteAddress ?? '', 0))
  }

  async #isSiteAt(request: IncomingMessage): Promise<boolean> {
    const { sites, isOpen } = this.#parts
    return isOpen() && sites.isSiteAt(this.#hostOf(request))
  }

  async #serve(request: IncomingMessage, response: ServerResponse, isOwn: boolean): Promise<void> {
    const { sites, accessLog, isOpen, isDraining, onFault } = this.#parts
    const requestId = requestIdOf(request)
    let route = 'site'
    accessLog.followVisit(request, response, requestId, () => route)
    response.setHeader('X-Request-Id', requestId)
    if (isDraining()) response.setHeader('Connection', 'close')
    const asked = this.#requestOf(request, isOwn)
    let visit: Visit | null = null
    try {
      if (!isOpen()) throw unavailable()
      await this.#admit(request, asked)
      const entered = await sites.enter(asked)
      if ('status' in entered)
        return void (await sendAnswer(request, response, new KeptAnswer(entered, null)))
      visit = entered
      const found = sites.routes.find(({ matches }) => matches(entered.segments, asked))
      route = `site ${found?.name ?? ''}`
      const answer = await this.#answerOf(found, visit, asked, request)
      await sendAnswer(request, response, answer, visit.cookies)
      this.#keepEncodings(answer)
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy()
      const failure = hasStatus(error) ? error : presentable(error)
      if (failure.status >= 500) onFault(error, requestId, asked.path)
      const retryAfter = (error as { retryAfterSeconds?: number }).retryAfterSeconds
      if (failure.status === 429 || failure.status === 503) {
        response.setHeader('Retry-After', retryAfter ?? RETRY_AFTER_SECONDS)
      }
      const page = await sites.problem(failure, asked, visit)
      await sendAnswer(request, response, new KeptAnswer(page, visit)).catch(() => response.destroy())
    }
  }

  /** What is checked before anything is looked up. */
  async #admit(request: IncomingMessage, { path }: WebRequest): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method ?? '')
    const query = (request.url ?? '').length - path.length
    if (path.length > MOST_PATH + (path.includes('/~preview/') ? MOST_TOKEN : 0))
      throw tooLong('path', MOST_PATH)
    const hasToken = /[?&](?:jwt_token|preview)=/.test(request.url ?? '')
    if (query > MOST_QUERY + (hasToken ? MOST_TOKEN : 0)) throw tooLong('query', MOST_QUERY)
    requirePaid(await this.#parts.budgets.spend(this.#payerOf(request), 1))
  }

  /** A response that was served before to such a reader, or a new one. */
  async #answerOf(
    found: WebSites['routes'][number] | undefined,
    visit: Visit,
    asked: WebRequest,
    request: IncomingMessage,
  ): Promise<KeptAnswer> {
    if (!found) throw new WebProblem(404, 'There is no page at this address.')
    const { cache } = this.#parts
    const accept = found.name === 'page' ? (request.headers.accept?.includes('text/markdown') ?? false) : ''
    const key = found.isRepeatable ? `answer ${visit.key} ${accept} ${visit.segments.join('/')}` : null
    const known = key === null ? undefined : cache.get<KeptAnswer>(key)
    if (known) return known
    const answer = new KeptAnswer(await found.serve(visit, asked), visit)
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

  #payerOf(request: IncomingMessage): string {
    return budgetOfAddress(clientAddress(request, this.#parts.trust))
  }

  #requestOf(request: IncomingMessage, isOwn: boolean): WebRequest {
    const url = pathIn(request.url ?? '/')
    const at = url.indexOf('?')
    const { budgets } = this.#parts
    return {
      origin: isOwn ? this.#places().sites.origin : `https://${this.#hostOf(request)}`,
      path: at < 0 ? url : url.slice(0, at),
      query: new URLSearchParams(at < 0 ? '' : url.slice(at + 1)),
      headers: request.headers,
      cookies: cookiesIn(request.headers.cookie),
      charge: (points) => budgets.collect(this.#payerOf(request), points),
    }
  }
}

/** Whether an error is one for readers, with the status of its page. */
const hasStatus = (error: unknown): error is Error & { status: number } =>
  error instanceof Error && 'status' in error && typeof error.status === 'number'

/** The path and query of a request. Proxies can send whole URLs. */
function pathIn(target: string): string {
  if (target.startsWith('/')) return target
  const { pathname, search } = URL.canParse(target) ? new URL(target) : new URL('http://localhost/')
  return `${pathname}${search}`
}

const RETRY_AFTER_SECONDS = 5
