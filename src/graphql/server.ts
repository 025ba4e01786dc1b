import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { DomainError, unauthenticated } from '../core/errors.ts'
import type { Caller } from '../core/operations/caller.ts'
import { requireParsable } from '../http/bodies/json.ts'
import { encodeAnswer, encodeJson } from '../http/bodies/raw-json.ts'
import { askForBody, type Entrance, payerOf, requireIdentity } from '../http/entrance.ts'
import { tooLarge } from '../http/refusals.ts'
import type { GraphQLContext } from './context.ts'
import { httpStatusOf } from './errors.ts'
import type { BodyLimits } from './execution/body-limits.ts'
import type { Engine, GraphQLParams, PreparedRequest } from './execution/engine.ts'
import { serveExplorer, wantsExplorer } from './explorer.ts'
import type { LiveConnections } from './subscriptions/live-connections.ts'
import { LiveResults } from './subscriptions/subscription-groups.ts'

const ENDPOINT = '/graphql'

export interface GraphQLApi {
  engine: Engine
  connections: LiveConnections
  explorer: boolean
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

interface YogaContext {
  graphql: GraphQLContext
  prepared: PreparedRequest
}

/** Yoga calls it with the result; parts that are encoded already are copied. */
const stringify = (result: ExecutionResult): string => String(encodeJson(result))

/**
 * Yoga handles the HTTP protocol, the engine everything else: limits, execution and errors are in one
 * place.
 */
function useEngine({ engine, connections }: GraphQLApi): Plugin<YogaContext> {
  const run = async <Result>(
    args: ExecutionArgs,
    work: (request: PreparedRequest, context: GraphQLContext) => Promise<Result>,
  ): Promise<Result | ExecutionResult> => {
    const { graphql, prepared } = args.contextValue as YogaContext
    try {
      return await work(prepared, graphql)
    } catch (error) {
      return engine.failed(error, graphql)
    }
  }
  return {
    // The engine has already validated the document, with its own cache and rules.
    onValidate: ({ setResult }) => setResult([]),
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((args: ExecutionArgs) =>
        run(args, async (request, context) => ({ ...(await engine.execute(request, context)), stringify })),
      ),
    onSubscribe: ({ setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) =>
        run(args, async (request, context) => {
          const results = await engine.subscribe(request, context)
          return results instanceof LiveResults ? stream(results, context, connections) : results
        }),
      ),
  }
}

/** The results of a subscription as an event stream, which ends when its token does. */
async function stream(
  results: LiveResults,
  { caller: { viewer } }: GraphQLContext,
  connections: LiveConnections,
): Promise<AsyncIterableIterator<ExecutionResult, undefined>> {
  try {
    if (viewer) {
      const end = () => results.fail(unauthenticated('The token of this stream has expired or was revoked.'))
      results.whenOver(connections.open({ viewer, end }))
    }
  } catch (error) {
    await results.return()
    throw error
  }
  const shown: AsyncIterableIterator<ExecutionResult, undefined> = {
    next: async () => {
      const next = await results.next()
      return next.done ? next : { done: false, value: next.value.result }
    },
    return: async () => {
      await results.return()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => shown,
  }
  return shown
}

/** Registers GraphQL over HTTP: queries and mutations, server-sent events, and the explorer. */
export async function mountGraphQL(app: FastifyInstance, api: GraphQLApi): Promise<void> {
  const { engine } = api
  const yoga = createYoga<YogaContext>({
    schema: engine.schema,
    graphqlEndpoint: ENDPOINT,
    graphiql: false,
    landingPage: false,
    maskedErrors: false,
    logging: false,
    cors: false,
    plugins: [useEngine(api)],
  })

  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const failure = api.failureOf(error, request.routeOptions.bodyLimit)
      // Server errors are reported; errors of Fastify are mapped to ours.
      const ids = { requestId: request.id, traceId: request.span?.traceId }
      const { errors } = engine.failed(failure.status >= 500 ? error : failure, ids)
      return reply.code(failure.status).send({ errors })
    })

    scope.addHook('onRequest', async (request, reply) => {
      const caller = await api.entrance.enter(request, reply)
      if (!caller.viewer) admitNobody(request, caller, api)
      askForBody(request, reply)
    })
    scope.addHook('preParsing', (request, _reply, payload, done) =>
      done(null, request.caller?.viewer ? payload : limitBytes(payload, api.documentBytes)),
    )

    scope.route({
      method: ['GET', 'POST'],
      url: ENDPOINT,
      exposeHeadRoute: false,
      bodyLimit: api.bodyLimits.largest,
      handler: async (request, reply) => {
        const { caller } = request
        if (!caller) throw new Error('GraphQL was called without authentication of the request.')
        if (api.explorer && wantsExplorer(request)) return serveExplorer(request, reply)
        const payer = payerOf(caller.viewer, request)
        const context = api.contextWith(caller, request.id, (points) =>
          api.entrance.charge(reply, payer, points),
        )
        let prepared: PreparedRequest
        try {
          prepared = await prepare(api, request, context)
          if (!wantsStream(request)) {
            const result = await engine.execute(prepared, context)
            const { meter } = context.caller
            return answer(request, reply, result, meter.requireWithin(await encodeAnswer(result, meter)))
          }
        } catch (error) {
          return answer(request, reply, engine.failed(error, context))
        }
        const response = await yoga.handleNodeRequestAndResponse(request, reply, {
          graphql: context,
          prepared,
        })
        response.headers.forEach((value, name) => {
          reply.header(name, value)
        })
        return reply.code(response.status).send(response.body ?? undefined)
      },
    })
    scope.route({
      method: ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: ENDPOINT,
      onRequest: async (request, reply) => {
        reply.header('Allow', 'GET, POST')
        throw new DomainError(
          'method_not_allowed',
          `The method ${request.method} is not allowed here. Use GET or POST.`,
        )
      },
      handler: async () => undefined,
    })
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

/**
 * Yoga handles streams; a single response is sent without its conversions, which cost more than small
 * queries.
 */
function wantsStream({ headers: { accept } }: FastifyRequest): boolean {
  return accept !== undefined && /text\/event-stream|multipart\/mixed/.test(accept)
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  result: ExecutionResult,
  body = encodeJson(result),
): FastifyReply {
  const status = httpStatusOf(result)
  if (status === 405) reply.header('Allow', 'POST')
  const newer = request.headers.accept?.includes('application/graphql-response+json')
  return reply
    .code(status)
    .header('Content-Type', `application/${newer ? 'graphql-response+json' : 'json'}; charset=utf-8`)
    .send(body)
}

/** Checks of the engine, and those of this transport. */
async function prepare(
  { engine, bodyLimits }: GraphQLApi,
  request: FastifyRequest,
  context: GraphQLContext,
): Promise<PreparedRequest> {
  const prepared = await engine.prepare(paramsOf(request), context)
  const { operation } = prepared.operation
  const limit = bodyLimits.of(prepared.operation)
  if (request.bodyBytes > limit) throw tooLarge(limit)
  if (operation === 'subscription' && !wantsStream(request)) {
    throw new DomainError(
      'invalid_input',
      'Subscriptions require a WebSocket, or the header "Accept: text/event-stream".',
    )
  }
  // A GET may be sent by a link or prefetched, so it must not change anything.
  if (operation === 'mutation' && request.method === 'GET') {
    throw new DomainError('method_not_allowed', 'Mutations require POST.')
  }
  return prepared
}

function paramsOf(request: FastifyRequest): GraphQLParams {
  const params = request.method === 'GET' ? paramsInQuery(request) : request.body
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new DomainError(
      'invalid_input',
      'The body must be a JSON object with a "query". Batches are not supported.',
    )
  }
  return params as GraphQLParams
}

function paramsInQuery(request: FastifyRequest): object {
  const { query, operationName, variables } = request.query as Record<string, unknown>
  if (typeof variables === 'string') requireParsable(variables)
  try {
    return {
      query,
      operationName,
      variables: typeof variables === 'string' ? JSON.parse(variables) : variables,
    }
  } catch {
    throw new DomainError('invalid_input', 'variables: must be a JSON object')
  }
}
