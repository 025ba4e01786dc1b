import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { DomainError } from '../core/errors.ts'
import type { GraphQLContext } from './context.ts'
import type { Engine, GraphQLParams, PreparedRequest } from './engine.ts'
import { httpStatusOf } from './errors.ts'
import { serveExplorer, wantsExplorer } from './explorer.ts'

const ENDPOINT = '/graphql'

export interface GraphQLDoor {
  engine: Engine
  explorer: boolean
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<GraphQLContext>
  failureOf: (error: unknown) => DomainError
}

interface YogaContext {
  graphql: GraphQLContext
}

/** Lets Yoga speak HTTP and the engine do the work: limits, execution and errors stay in one place. */
function useEngine(engine: Engine): Plugin<YogaContext> {
  const run = async <Result>(
    args: ExecutionArgs,
    work: (request: PreparedRequest, context: GraphQLContext) => Promise<Result>,
  ): Promise<Result | ExecutionResult> => {
    const { graphql, params } = args.contextValue as YogaContext & { params: GraphQLParams }
    try {
      return await work(engine.prepare(params, graphql), graphql)
    } catch (error) {
      return engine.failed(error, graphql.requestId)
    }
  }
  return {
    // The engine validates, with its own cache and its own rules.
    onValidate: ({ setResult }) => setResult([]),
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((args: ExecutionArgs) =>
        run(args, (request, context) => engine.execute(request, context)),
      ),
    onSubscribe: ({ setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) =>
        run(args, (request, context) => engine.subscribe(request, context)),
      ),
  }
}

/** Mounts GraphQL over HTTP: queries and mutations, server-sent events, and the explorer. */
export async function mountGraphQL(app: FastifyInstance, door: GraphQLDoor): Promise<void> {
  const { engine } = door
  const yoga = createYoga<YogaContext>({
    schema: engine.schema,
    graphqlEndpoint: ENDPOINT,
    graphiql: false,
    landingPage: false,
    maskedErrors: false,
    logging: false,
    cors: false,
    plugins: [useEngine(engine)],
  })

  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const failure = door.failureOf(error)
      const { errors } = engine.failed(failure, request.id)
      return reply.code(failure.status).send({ errors })
    })

    scope.route({
      method: ['GET', 'POST'],
      url: ENDPOINT,
      handler: async (request, reply) => {
        if (door.explorer && wantsExplorer(request)) return serveExplorer(request, reply)
        const context = await door.contextOf(request, reply)
        if (isPlain(request)) return answer(engine, request, reply, context)
        const response = await yoga.handleNodeRequestAndResponse(request, reply, { graphql: context })
        response.headers.forEach((value, name) => {
          reply.header(name, value)
        })
        return reply.code(response.status).send(response.body ?? undefined)
      },
    })
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE'],
      url: ENDPOINT,
      handler: async (request, reply) => {
        reply.header('Allow', 'GET, POST')
        throw new DomainError('method_not_allowed', `${request.method} does not work here. Use GET or POST.`)
      },
    })
  })
}

/**
 * The common case, a POST that wants JSON, skips Yoga's conversion to fetch's Request and Response and back, which
 * costs more than running a small query. Streams, GET and newer media types go through it.
 */
function isPlain({ method, headers: { accept } }: FastifyRequest): boolean {
  return (
    method === 'POST' &&
    (accept === undefined || accept.includes('application/json') || accept.includes('*/*')) &&
    !accept?.includes('text/event-stream') &&
    !accept?.includes('multipart/mixed') &&
    !accept?.includes('application/graphql-response+json')
  )
}

async function answer(
  engine: Engine,
  request: FastifyRequest,
  reply: FastifyReply,
  context: GraphQLContext,
): Promise<FastifyReply> {
  const result = await run(engine, request.body, context)
  return reply
    .code(httpStatusOf(result))
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(result))
}

async function run(engine: Engine, body: unknown, context: GraphQLContext): Promise<ExecutionResult> {
  try {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new DomainError('invalid_input', 'Send a JSON object with a "query" in GraphQL, one at a time.')
    }
    const request = engine.prepare(body as GraphQLParams, context)
    if (request.operation.operation === 'subscription') {
      throw new DomainError('invalid_input', 'Subscribe over WebSocket, or with "Accept: text/event-stream".')
    }
    return await engine.execute(request, context)
  } catch (error) {
    return engine.failed(error, context.requestId)
  }
}
