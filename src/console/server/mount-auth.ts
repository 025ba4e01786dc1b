import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../core/access/viewer.ts'
import { DomainError, forbidden } from '../../core/errors.ts'
import type { Caller } from '../../core/operations/caller.ts'
import { parseInput } from '../../core/operations/parse-input.ts'
import type { SignIn, SignInAnswer, SignInEndpoint, SignInRequest } from '../../core/operations/sign-in.ts'
import { budgetOfAddress } from '../../http/address.ts'
import { askForBody, type Entrance } from '../../http/entrance.ts'
import type { SessionCookies } from '../../http/session-cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether other servers send this, and not a page of this server. */
    isForServers?: boolean
  }
}

export interface AuthParts {
  endpoints: SignIn['endpoints']
  cookies: SessionCookies
  entrance: Entrance
  now: () => Date
  callerFor: (viewer: Viewer, request: FastifyRequest, reply: FastifyReply) => Caller
}

const PREFIX = '/app/~auth'
/** Passwords, names and the answers of passkeys are short. */
const MAX_BODY = 64 * 1024
/** A page loads nothing, and its address, which has a code, is sent to nobody. */
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}
const BROWSER_DAYS = 180
const PENDING_MINUTES = 10

/** Serves the endpoints with which people sign in. They have a budget of their own, besides that of every request. */
export async function mountAuth(http: FastifyInstance, parts: AuthParts): Promise<void> {
  await http.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        await parts.entrance.chargeAddress(request, reply)
        if (request.method !== 'GET' && !request.routeOptions.config.isForServers)
          requireOwnPage(request, parts)
        askForBody(request, reply)
      })
      const endpoints = Object.entries(parts.endpoints)
      for (const [path, endpoint] of endpoints) {
        if (!endpoint.isForServers) mount(scope, `/${path}`, endpoint, parts)
      }
      await scope.register(async (servers) => {
        servers.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BODY }, readForm)
        // Mail programs that end mails may send their form like this. All that counts is in the query.
        servers.addContentTypeParser(
          'multipart/form-data',
          { parseAs: 'string', bodyLimit: MAX_BODY },
          async () => ({}),
        )
        for (const [path, endpoint] of endpoints) {
          if (endpoint.isForServers) mount(servers, `/${path}`, endpoint, parts)
        }
      })
    },
    { prefix: PREFIX },
  )
}

/** Only other servers send forms: an endpoint for pages that took one could be called by a form of another page. */
const FORM = 'application/x-www-form-urlencoded'

const readForm = async (_request: FastifyRequest, text: string | Buffer): Promise<unknown> =>
  Object.fromEntries(new URLSearchParams(String(text)))

function mount(scope: FastifyInstance, url: string, endpoint: SignInEndpoint, parts: AuthParts): void {
  const { method = 'POST', isForServers = false, hasPage = false, input, run } = endpoint
  scope.route({
    method: hasPage ? ['GET', method] : method,
    url,
    bodyLimit: MAX_BODY,
    config: { operation: `sign-in ${url.slice(1)}`, isForServers },
    handler: async (request, reply) => {
      const query = request.method === 'GET' || hasPage ? (request.query as object) : {}
      const given = { ...((request.body ?? {}) as object), ...query }
      const answer = await run(parseInput(input, given), await signInRequest(request, reply, parts))
      return send(reply, answer, parts)
    },
  })
}

/** So that no page of another origin signs somebody in, with an account of its own or with the person's. */
function requireOwnPage({ headers }: FastifyRequest, { cookies }: AuthParts): void {
  if (cookies.originFor(headers) === null) {
    throw forbidden(
      'People cannot sign in over HTTP without TLS, because others could read what they send. Set PUBLIC_URL to an https URL, or open this server at 127.0.0.1 or localhost.',
    )
  }
  if (cookies.isOwn(headers)) return
  throw forbidden('Only pages of this server can sign people in. Send `X-Quire-Console: 1` from one of them.')
}

async function signInRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies, entrance, callerFor }: AuthParts,
): Promise<SignInRequest> {
  const { headers, ip } = request
  const origin = cookies.originFor(headers) ?? ''
  return {
    // A session that has ended is none.
    viewer: await entrance.identifySession(request).catch(ignoreEnded),
    method: request.method === 'GET' ? 'GET' : 'POST',
    callerFor: (viewer) => callerFor(viewer, request, reply),
    address: ip,
    network: budgetOfAddress(ip),
    browser: headers['user-agent'] ?? '',
    origin,
    hostname: origin === '' ? '' : new URL(origin).hostname,
    languages: languagesIn(headers['accept-language']),
    knownBrowser: cookies.read(headers, 'browser'),
    pending: cookies.read(headers, 'pending'),
  }
}

function ignoreEnded(error: unknown): null {
  if (error instanceof DomainError && error.reason === 'unauthenticated') return null
  throw error
}

const MAX_LANGUAGES = 10

/** The languages of the header Accept-Language. Browsers send them in the order of preference. */
const languagesIn = (header = ''): string[] =>
  header
    .slice(0, 200)
    .split(',', MAX_LANGUAGES)
    .map((part) => (part.split(';', 1)[0] ?? '').trim().toLowerCase())
    .filter((language) => language !== '')

function send(reply: FastifyReply, answer: SignInAnswer, { cookies, now }: AuthParts): unknown {
  const { session, knownBrowser, pending } = answer
  const inMs = (ms: number) => new Date(now().getTime() + ms)
  if (session) cookies.set(reply, 'session', session.secret, session.expiresAt)
  if (session === null) cookies.remove(reply, 'session')
  if (knownBrowser !== undefined) cookies.set(reply, 'browser', knownBrowser, inMs(BROWSER_DAYS * 86_400_000))
  if (pending) cookies.set(reply, 'pending', pending, inMs(PENDING_MINUTES * 60_000))
  if (pending === null) cookies.remove(reply, 'pending')
  if (answer.redirect !== undefined) return reply.redirect(answer.redirect, 303)
  if (answer.page !== undefined) {
    return reply
      .code(answer.status ?? 200)
      .headers(PAGE_HEADERS)
      .send(answer.page)
  }
  return reply.code(answer.status ?? 200).send(answer.body)
}
