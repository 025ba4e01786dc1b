import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql'
import { createYoga, isAsyncIterable, type Plugin, type GraphQLParams as YogaParams } from 'graphql-yoga'
import { DomainError, unauthenticated } from '../../core/errors.ts'
import { requireParsable } from '../../http/bodies/json.ts'
import { encodeJson } from '../../http/bodies/raw-json.ts'
import type { GraphQLContext } from '../context.ts'
import type { Engine, GraphQLParams, PreparedRequest } from '../execution/engine.ts'
import { sendExplorer, wantsExplorer } from '../explorer/explorer.ts'
import { loadExplorer } from '../explorer/explorer-files.ts'
import type { LiveConnections } from '../subscriptions/live-connections.ts'
import { LiveResults } from '../subscriptions/live-groups.ts'
import { httpResultOf } from './http-result.ts'

export interface YogaServerOptions {
  /** A pattern for the path. */
  readonly endpoint: string
  /** Whether browsers that open the endpoint get the explorer. */
  readonly explorer: boolean
  readonly engine: Engine
  readonly connections: LiveConnections
  /** The checks of the engine, and those of HTTP. */
  readonly prepare: (
    params: GraphQLParams,
    request: FastifyRequest,
    context: GraphQLContext,
  ) => Promise<PreparedRequest>
}

interface YogaContext {
  readonly graphql: GraphQLContext
  readonly incoming: FastifyRequest
  prepared?: PreparedRequest
  /** Whether the operation was started, and not rejected before. */
  hasRun?: boolean
}

/** True for a request for server-sent events or parts of a multipart response. */
export const wantsStream = ({ headers: { accept } }: FastifyRequest): boolean =>
  accept !== undefined && /text\/event-stream|multipart\/mixed/.test(accept)

/** Yoga calls it with the result; parts that are encoded already are copied. */
const stringify = (result: ExecutionResult): string => String(encodeJson(result))

/**
 * Yoga speaks the protocol: methods, parameters in URLs, the explorer, server-sent events and multipart responses. The
 * engine does everything else, so limits, execution and errors are in one place.
 */
function useEngine({ engine, connections, prepare }: YogaServerOptions): Plugin<YogaContext, YogaContext> {
  const run = async <Result>(
    args: ExecutionArgs,
    work: (request: PreparedRequest, graphql: GraphQLContext) => Promise<Result>,
  ): Promise<Result | ExecutionResult> => {
    const context = args.contextValue as YogaContext
    context.hasRun = true
    try {
      return await work(preparedIn(context), context.graphql)
    } catch (error) {
      return engine.failed(error, context.graphql)
    }
  }
  return {
    onRequestParse: ({ serverContext: { incoming }, setRequestParser }) => {
      const { variables } = incoming.query as Record<string, unknown>
      if (typeof variables === 'string') requireParsable(variables)
      // Fastify has already read the body, within its limits.
      if (incoming.method === 'POST') setRequestParser(() => paramsIn(incoming.body) as YogaParams)
    },
    onParams: async ({ params, context: { incoming, graphql }, setParams, ...handlers }) => {
      const { documentId, query, ...rest } = params as GraphQLParams
      // Yoga reads no others from a URL.
      const id =
        incoming.method === 'GET' ? (incoming.query as Record<string, string>).documentId : documentId
      if (id !== undefined && id !== null) {
        try {
          setParams({ ...rest, query: await engine.textOf({ query, documentId: id }) } as YogaParams)
        } catch (error) {
          // Yoga requires a text also where there is none to run.
          setParams({ ...rest, query: '' } as YogaParams)
          return handlers.setParamsHandler(async () => engine.failed(error, graphql))
        }
      }
      handlers.setParamsHandler(async (payload) => {
        const context = payload.context as unknown as YogaContext
        try {
          context.prepared = await prepare(payload.params as GraphQLParams, context.incoming, context.graphql)
        } catch (error) {
          return engine.failed(error, context.graphql)
        }
        return handlers.paramsHandler(payload)
      })
    },
    // The engine has already parsed and validated the document, with its own cache and rules.
    onParse: ({ context, setParsedDocument }) => setParsedDocument(preparedIn(context).prepared.document),
    onValidate: ({ setResult }) => setResult([]),
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((args: ExecutionArgs) =>
        run(args, async (request, graphql) => ({ ...(await engine.execute(request, graphql)), stringify })),
      ),
    onSubscribe: ({ setSubscribeFn }) =>
      setSubscribeFn((args: ExecutionArgs) =>
        run(args, async (request, graphql) => {
          const results = await engine.subscribe(request, graphql)
          return results instanceof LiveResults ? stream(results, graphql, connections) : results
        }),
      ),
    onResultProcess: ({ result, serverContext, setResultProcessor }) => {
      if (isAsyncIterable(result) || Array.isArray(result)) return
      const { graphql, incoming, hasRun } = serverContext
      // What a stream request has run is sent as an event, also if it failed.
      if (hasRun && wantsStream(incoming)) return
      const isExecuted = result.data !== undefined
      setResultProcessor(async (_result, fetchAPI) => {
        const shown = isExecuted
          ? { data: result.data, errors: result.errors, extensions: result.extensions }
          : engine.failed((result.errors as GraphQLError[]).map(failureOf), graphql)
        const { body, status, headers } = await httpResultOf(shown as ExecutionResult, incoming, graphql)
        return new fetchAPI.Response(body as string, {
          status,
          headers: Object.assign(headers, ...(result.errors ?? []).map((error) => httpOf(error)?.headers)),
        })
      }, 'application/json')
    },
  }
}

/** The parameters in the body of a POST. */
export function paramsIn(body: unknown): GraphQLParams {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as GraphQLParams
  throw new DomainError(
    'invalid_input',
    'The body must be a JSON object with a "query". Batches are not supported.',
  )
}

function preparedIn({ prepared }: YogaContext): PreparedRequest {
  if (!prepared) throw new Error('GraphQL was executed before the request was checked.')
  return prepared
}

/** What an error that Yoga makes itself adds to the response. */
const httpOf = ({ extensions }: GraphQLError) =>
  extensions.http as { status?: number; headers?: Record<string, string> } | undefined

/** Converts an error of Yoga to one of ours: those that it makes itself have a status. */
function failureOf(error: GraphQLError): unknown {
  const http = httpOf(error)
  if (http) {
    return new DomainError(http.status === 405 ? 'method_not_allowed' : 'invalid_input', error.message)
  }
  if (error.originalError instanceof SyntaxError) {
    return new DomainError('invalid_input', 'variables: must be a JSON object')
  }
  return error.extensions.code === undefined ? (error.originalError ?? error) : error
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

/** Answers requests by the protocol of GraphQL over HTTP. */
export function yogaServer(options: YogaServerOptions) {
  const yoga = createYoga<YogaContext, YogaContext>({
    schema: options.engine.schema,
    graphqlEndpoint: options.endpoint,
    graphiql: (_request, { incoming }) => options.explorer && wantsExplorer(incoming),
    renderGraphiQL: async () => (await loadExplorer()).page.bytes,
    landingPage: false,
    maskedErrors: false,
    logging: false,
    cors: false,
    parserAndValidationCache: false,
    maxRequestBodySize: false,
    plugins: [useEngine(options)],
  })
  return async (
    incoming: FastifyRequest,
    reply: FastifyReply,
    graphql: GraphQLContext,
  ): Promise<FastifyReply> => {
    const response = await yoga.handleNodeRequestAndResponse(incoming, reply, { graphql, incoming })
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('text/html')) return sendExplorer(incoming, reply)
    response.headers.forEach((value, name) => {
      reply.header(name, value)
    })
    const isStream = /^(text\/event-stream|multipart\/mixed)/.test(type)
    return reply
      .code(response.status)
      .send(isStream ? response.body : Buffer.from(await response.arrayBuffer()))
  }
}
