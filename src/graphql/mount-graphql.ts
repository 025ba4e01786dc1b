import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionResult } from 'graphql'
import { DomainError, forbidden } from '../core/errors.ts'
import type { Caller } from '../core/operations/caller.ts'
import { askForBody, type Entrance, payerOf, requireIdentity } from '../http/entrance.ts'
import { tooLarge } from '../http/refusals.ts'
import type { GraphQLContext } from './context.ts'
import type { BodyLimits } from './execution/called-operations.ts'
import type { Engine, GraphQLParams, PreparedRequest } from './execution/engine.ts'
import { wantsExplorer } from './explorer/explorer.ts'
import { EXPLORER_ENDPOINT, mountExplorerFiles } from './explorer/explorer-files.ts'
import { httpResultOf } from './protocol/http-result.ts'
import { paramsIn, wantsStream, yogaServer } from './protocol/yoga-server.ts'
import type { LiveConnections } from './subscriptions/live-connections.ts'

const ENDPOINT = '/graphql'

interface GraphQLApi {
  engine: Engine
  connections: LiveConnections
  explorer: boolean
  /** Which documents clients can run. */
  documents: 'all' | 'registered'
  entrance: Entrance
  /** Whether requests without a token can read the schema. */
  introspection: boolean
  /** The maximum size of a request without a token, in bytes. */
  documentBytes: number
  bodyLimits: BodyLimits
  contextWith: (
    caller: Caller,
    requestId: string,
    charge: (points: number) => Promise<void>,
  ) => GraphQLContext
  failureOf: (error: unknown, bodyLimit?: number) => DomainError
}

/** Registers GraphQL over HTTP: queries and mutations, server-sent events, and the explorer. */
export async function mountGraphQL(app: FastifyInstance, api: GraphQLApi): Promise<void> {
  const { engine } = api
  const answerByYoga = yogaServer({
    ...api,
    endpoint: `${ENDPOINT}{/explorer}?`,
    prepare: (...given) => prepare(api, ...given),
  })

  if (api.explorer) mountExplorerFiles(app)

  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const failure = api.failureOf(error, request.routeOptions.bodyLimit)
      // Server errors are reported; errors of Fastify are mapped to ours.
      const ids = { requestId: request.id, traceId: request.span?.traceId }
      const { errors } = engine.failed(failure.status >= 500 ? error : failure, ids)
      return reply.code(failure.status).send({ errors })
    })

    scope.addHook('onRequest', async (request, reply) => {
      if (api.documents === 'registered' && wantsExplorer(request)) {
        throw forbidden('The explorer is not available: this server runs only registered documents.')
      }
      if (request.routeOptions.url === EXPLORER_ENDPOINT) delete request.headers.cookie
      const caller = await api.entrance.enter(request, reply)
      if (!caller.viewer) admitNobody(request, caller, api)
      askForBody(request, reply)
    })
    scope.addHook('preParsing', (request, _reply, payload, done) =>
      done(null, request.caller?.viewer ? payload : limitBytes(payload, api.documentBytes)),
    )

    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { caller } = request
      if (!caller) throw new Error('GraphQL was called without authentication of the request.')
      const payer = payerOf(caller.viewer, request)
      const context = api.contextWith(caller, request.id, (points) =>
        api.entrance.charge(reply, payer, points),
      )
      return isPlainPost(request) ? post(api, request, reply, context) : answerByYoga(request, reply, context)
    }
    const route = { url: ENDPOINT, exposeHeadRoute: false, handler: answer }
    const reading = { ...route, method: ['GET', 'POST'], bodyLimit: api.bodyLimits.largest }
    scope.route(reading)
    if (api.explorer) scope.route({ ...reading, url: EXPLORER_ENDPOINT })
    // Yoga rejects the other methods, before anything of a body is read.
    scope.route({ ...route, method: ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], onRequest: answer })
  })
}

/**
 * Without a token, only the explorer page and, where it is enabled, a short introspection query are
 * allowed.
 */
function admitNobody(request: FastifyRequest, caller: Caller, api: GraphQLApi): void {
  if (api.explorer && wantsExplorer(request)) return
  if (!api.introspection) requireIdentity(caller)
  if (Number(request.headers['content-length'] ?? 0) > api.documentBytes) throw tooLong(api.documentBytes)
}

const tooLong = (most: number) =>
  new DomainError(
    'payload_too_large',
    `The request is too large: without a token, at most ${most} bytes are allowed.`,
  )

/** The same bytes, and an error when there are too many. */
function limitBytes(payload: Readable, most: number): Readable {
  let read = 0
  return payload.pipe(
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        read += chunk.length
        if (read > most) done(tooLong(most))
        else done(null, chunk)
      },
    }),
  )
}

/** True for the request that almost all clients send. */
const isPlainPost = (request: FastifyRequest) => request.method === 'POST' && !wantsStream(request)

/**
 * Answers a POST with a single result. Yoga would convert it to a `Request` of the Fetch API and back, which adds a sixth to
 * the CPU of a small query (docs/bench.md).
 */
async function post(
  api: GraphQLApi,
  request: FastifyRequest,
  reply: FastifyReply,
  context: GraphQLContext,
): Promise<FastifyReply> {
  const { engine } = api
  const answered = async (result: ExecutionResult) => {
    const { status, headers, body } = await httpResultOf(result, request, context)
    return reply.code(status).headers(headers).send(body)
  }
  try {
    const prepared = await prepare(api, paramsIn(request.body), request, context)
    return await answered(await engine.execute(prepared, context))
  } catch (error) {
    return answered(engine.failed(error, context))
  }
}

/** Checks of the engine, and those of this transport. */
async function prepare(
  { engine, bodyLimits }: GraphQLApi,
  params: GraphQLParams,
  request: FastifyRequest,
  context: GraphQLContext,
): Promise<PreparedRequest> {
  const prepared = await engine.prepare(params, context)
  const limit = bodyLimits.of(prepared.operation)
  if (request.bodyBytes > limit) throw tooLarge(limit)
  if (prepared.operation.operation === 'subscription' && !wantsStream(request)) {
    throw new DomainError(
      'invalid_input',
      'Subscriptions require a WebSocket, or the header "Accept: text/event-stream".',
    )
  }
  return prepared
}
