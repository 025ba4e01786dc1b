import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { DomainError, unauthenticated } from '../core/errors.ts'
import type { Caller } from '../core/operations/caller.ts'
import { askForBody, type Entrance, payerOf, requireIdentity } from '../http/entrance.ts'
import { requireParsable } from '../http/json.ts'
import { encodeJson } from '../http/raw-json.ts'
import type { GraphQLContext } from './context.ts'
import type { Engine, GraphQLParams, PreparedRequest } from './engine.ts'
import { httpStatusOf } from './errors.ts'
import { serveExplorer, wantsExplorer } from './explorer.ts'
import type { LiveConnections } from './live-connections.ts'
import { LiveResults } from './subscription-groups.ts'

const ENDPOINT = '/graphql'

export interface GraphQLApi {
  engine: Engine
  connections: LiveConnections
  explorer: boolean
  entrance: Entrance
  /** Whether requests without a token may read the schema. */
  introspection: boolean
  /** The most bytes that a request without a token may have. */
  documentBytes: number
  contextWith: (
    caller: Caller,
    requestId: string,
    charge: (points: number) => Promise<void>,
  ) => GraphQLContext
  failureOf: (error: unknown) => DomainError
}

interface YogaContext {
  graphql: GraphQLContext
  prepared: PreparedRequest
}

/** Lets Yoga speak HTTP and the engine do the work: limits, execution and errors stay in one place. */
function useEngine({ engine, connections }: GraphQLApi): Plugin<YogaContext> {
  const run = async <Result>(
    args: ExecutionArgs,
    work: (request: PreparedRequest, context: GraphQLContext) => Promise<Result>,
  ): Promise<Result | ExecutionResult> => {
    const { graphql, prepared } = args.contextValue as YogaContext
    try {
      return await work(prepared, graphql)
    } catch (error) {
      return engine.failed(error, graphql.requestId)
    }
  }
  return {
    // The engine has validated, with its own cache and its own rules, before Yoga is asked.
    onValidate: ({ setResult }) => setResult([]),
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((args: ExecutionArgs) =>
        run(args, (request, context) => engine.execute(request, context)),
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

/** The results of a subscription as an event stream, which ends with the token that it lives on. */
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

/** Mounts GraphQL over HTTP: queries and mutations, server-sent events, and the explorer. */
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
      const failure = api.failureOf(error)
      // A fault is reported as it happened; what Fastify refused is said in our words.
      const { errors } = engine.failed(failure.status >= 500 ? error : failure, request.id)
      return reply.code(failure.status).send({ errors })
    })

    scope.addHook('onRequest', async (request, reply) => {
      const caller = await api.entrance.enter(request, reply)
      if (!caller.viewer) admitNobody(request, caller, api)
      askForBody(request, reply)
    })
    scope.addHook('preParsing', async (request, _reply, payload) =>
      request.caller?.viewer ? payload : limitBytes(payload, api.documentBytes),
    )

    scope.route({
      method: ['GET', 'POST'],
      url: ENDPOINT,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { caller } = request
        if (!caller) throw new Error('GraphQL was reached without passing the entrance.')
        if (api.explorer && wantsExplorer(request)) return serveExplorer(request, reply)
        const payer = payerOf(caller.viewer, request.ip)
        const context = api.contextWith(caller, request.id, (points) =>
          api.entrance.charge(reply, payer, points),
        )
        let prepared: PreparedRequest
        try {
          prepared = await prepare(engine, request, context)
          if (!wantsStream(request)) {
            const result = await engine.execute(prepared, context)
            return answer(request, reply, result, context.caller.meter.requireWithin(encodeJson(result)))
          }
        } catch (error) {
          return answer(request, reply, engine.failed(error, context.requestId))
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
        throw new DomainError('method_not_allowed', `${request.method} does not work here. Use GET or POST.`)
      },
      handler: async () => undefined,
    })
  })
}

/** Without a token, the explorer page and where it is switched on a short introspection query may be asked for. */
function admitNobody(request: FastifyRequest, caller: Caller, api: GraphQLApi): void {
  if (api.explorer && wantsExplorer(request)) return
  if (!api.introspection) requireIdentity(caller)
  if (Number(request.headers['content-length'] ?? 0) > api.documentBytes) throw tooLong(api.documentBytes)
}

const tooLong = (most: number) =>
  new DomainError('payload_too_large', `Without a token, send at most ${most} bytes.`)

/** The same bytes, and a failure when there are more of them than may be. */
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

/** Yoga speaks the protocols of streams; a single answer is given without its conversions, which cost more than small queries. */
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

/** What the engine refuses, and what this transport does. */
async function prepare(
  engine: Engine,
  request: FastifyRequest,
  context: GraphQLContext,
): Promise<PreparedRequest> {
  const prepared = await engine.prepare(paramsOf(request), context)
  const { operation } = prepared.operation
  if (operation === 'subscription' && !wantsStream(request)) {
    throw new DomainError('invalid_input', 'Subscribe over WebSocket, or with "Accept: text/event-stream".')
  }
  // A GET may be sent by a link or fetched ahead, so it must not change anything.
  if (operation === 'mutation' && request.method === 'GET') {
    throw new DomainError('method_not_allowed', 'Send mutations by POST.')
  }
  return prepared
}

function paramsOf(request: FastifyRequest): GraphQLParams {
  const params = request.method === 'GET' ? paramsInQuery(request) : request.body
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new DomainError('invalid_input', 'Send a JSON object with a "query" in GraphQL, one at a time.')
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
    throw new DomainError('invalid_input', 'variables: Send a JSON object.')
  }
}
