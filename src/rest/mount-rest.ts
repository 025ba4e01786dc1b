import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'
import { RestPage } from '../core/lists/page.ts'
import type { Caller } from '../core/operations/caller.ts'
import { etagOf, isKnown } from '../http/bodies/etag.ts'
import { KeptBodies } from '../http/bodies/kept-bodies.ts'
import { encodeAnswer } from '../http/bodies/raw-json.ts'
import { askForBody, type Entrance, requireIdentity } from '../http/entrance.ts'
import { shownPath } from '../http/refusals.ts'
import type { Urls } from '../http/urls.ts'
import { cacheTagsIn } from './cache-tags.ts'
import { refusalOf } from './compatibility/index.ts'
import { reportIgnoredFields } from './ignored-fields.ts'
import { conditionsOf, typedQuery } from './request.ts'
import type { Route } from './route.ts'
import { filesOf, readUploads } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that also answer requests without an API token. */
    isOpen?: boolean
  }
}

interface RestApi {
  routes: readonly Route[]
  /** Routes that answer readers of published sites in place of those with the same method and path. */
  readerRoutes: readonly Route[]
  urls: Urls
  entrance: Entrance
  nothingHere: (request: FastifyRequest) => never
}

type MountedApi = RestApi & { bodies: KeptBodies }

/** Registers every route below `/v1`, and answers 405 for methods that a known path does not support. */
export async function mountRest(app: FastifyInstance, parts: RestApi): Promise<void> {
  const api = { ...parts, bodies: new KeptBodies() }
  const refuseMethod = refuseOtherMethods(api.routes)
  await app.register(
    async (scope) => {
      // Before the body is read: authentication, the route, and the scope of the token.
      scope.addHook('onRequest', async (request, reply) => {
        const { isOpen = false } = request.routeOptions.config
        const caller = await api.entrance.enter(request, reply, { isOpen })
        if (!isOpen) requireIdentity(caller)
        if (!request.is404) return
        refuseMissing(request)
        refuseMethod(request, reply)
        api.nothingHere(request)
      })
      scope.setNotFoundHandler(api.nothingHere)
      for (const route of api.routes) if (!route.upload) mountRoute(scope, route, api)
      // Separate from the others, which reject forms.
      await scope.register(async (uploads) => {
        await readUploads(uploads)
        for (const route of api.routes) if (route.upload) mountRoute(uploads, route, api)
      })
    },
    { prefix: '/v1' },
  )
}

function mountRoute(scope: FastifyInstance, route: Route, api: MountedApi): void {
  const forReaders = api.readerRoutes.find(
    ({ method, path }) => method === route.method && path === route.path,
  )
  const routeFor = (request: FastifyRequest) =>
    forReaders && callerOf(request).viewer?.reader ? forReaders : route
  scope.route({
    method: route.method,
    url: route.path,
    config: { isOpen: isOpenRoute(route), operation: route.operation.id },
    onRequest: (request, reply, done) => {
      callerOf(request).admit(routeFor(request).operation)
      askForBody(request, reply)
      done()
    },
    handler: (request, reply) => serve(routeFor(request), api, request, reply),
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
  })
}

const isOpenRoute = ({ operation }: Route): boolean => ('isOpen' in operation && operation.isOpen) ?? false

/** Reports that an operation of the public API is not implemented, as opposed to an unknown path. */
function refuseMissing(request: FastifyRequest): void {
  const { method } = request
  const path = pathBelowRoot(request)
  const refusal = refusalOf(method, path)
  if (refusal === null) return
  throw new DomainError(
    refusal.failure ?? 'not_implemented',
    `${method} ${shownPath(path)} is an operation of the public API that this server does not implement. ${refusal.reason} See /docs/rest-api.md for those that it does.`,
  )
}

/**
 * Rejects a method that a known path does not support. Only requests that no route matches get here: a route for each
 * unsupported method would take longer to register than all the others.
 */
function refuseOtherMethods(
  routes: readonly Route[],
): (request: FastifyRequest, reply: FastifyReply) => void {
  const known = routes.map(({ path, method }) => ({ method, pattern: patternOf(path) }))
  return (request, reply) => {
    const path = pathBelowRoot(request)
    const allowed = [
      ...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ]
    if (allowed.length === 0) return
    reply.header('Allow', allowed.join(', '))
    throw new DomainError(
      'method_not_allowed',
      `The method ${request.method} is not allowed here. Use ${allowed.join(' or ')}.`,
    )
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}/?$`)

const pathBelowRoot = ({ url }: FastifyRequest): string => url.slice('/v1'.length).split('?', 1)[0] ?? ''

function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('A route was called without authentication of the request.')
  return caller
}

async function serve(
  route: Route,
  { urls, bodies }: MountedApi,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = callerOf(request)
  const query = request.query as Record<string, string | string[] | undefined>
  const decided = { ...route.fixed, ...pathOf(route, request.params as Record<string, string>) }
  const body = route.upload ? { files: await filesOf(request, route.upload) } : bodyOf(request.body)
  reportIgnoredFields(request, reply, { schema: route.operation.input, body, decided })
  const input = { ...typedQuery(route.operation.input, query), ...body, ...decided }
  const format = query.format === 'document' ? 'document' : 'markdown'
  const page = route.isList ? typedQuery(RestPage, query) : {}
  const conditions = conditionsOf(request)
  const pending: Promise<unknown>[] = []
  const cacheTags = new Set(route.method === 'GET' ? cacheTagsIn(decided) : [])
  const hasTag = (etag: string) => route.method === 'GET' && isKnown(request.headers['if-none-match'], etag)
  const view = { caller, urls, format, conditions, hasTag, pending, bodies, cacheTags } as const
  const served = await caller.during(() => route.serve(caller, input, page, view))
  if (pending.length > 0) await Promise.all(pending)
  reply.code(served.status)
  if (route.method === 'GET' && cacheTags.size > 0) {
    // Under both names: renderers for the public API know the second one.
    const tags = [...cacheTags].join(',')
    reply.header('X-Quire-Cache-Tag', tags).header('X-Gitbook-Cache-Tag', tags)
  }
  if (served.location) reply.header('Location', served.location)
  for (const [name, value] of Object.entries(served.headers ?? {})) reply.header(name, value)
  if (served.isReplayed) reply.header('Idempotent-Replayed', 'true')
  // 204 and 205 have no body, so no content type either; Node handles only the 204 by itself.
  if (served.body === undefined && !Buffer.isBuffer(served.kept)) {
    if (served.etag) reply.header('ETag', served.etag)
    if (served.status === 205) reply.header('Content-Length', '0')
    return reply.send()
  }
  const { kept } = served
  const { meter } = caller
  const text = meter.requireWithin(Buffer.isBuffer(kept) ? kept : await encodeAnswer(served.body, meter))
  if (typeof kept === 'string' && Buffer.isBuffer(text)) bodies.set(kept, text)
  const etag = served.etag ?? etagOf(text, served.version)
  reply.header('ETag', etag)
  if (hasTag(etag)) return reply.code(304).send()
  reply.header('Content-Type', 'application/json; charset=utf-8')
  return reply.send(text)
}

/** The path parameters; the rest of a path that ends in `*` gets the name that the route has for it. */
function pathOf({ rest }: Route, params: Record<string, string>): Record<string, unknown> {
  if (rest === undefined) return params
  const { '*': value, ...named } = params
  return { ...named, [rest]: value }
}

function bodyOf(body: unknown): object {
  if (body === undefined) return {}
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  throw new DomainError(
    'invalid_input',
    'The body must be a JSON object. Send {}, or no body, to set nothing.',
  )
}
