import type { IncomingMessage, RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { trustIn } from './address.ts'
import { readShallowJson } from './bodies/json.ts'
import { lingerOnClose } from './connection.ts'
import { requestIdOf, setFixedHeaders } from './edge.ts'
import { errorBody } from './error-body.ts'
import type { FaultLog } from './logs/fault-log.ts'
import { wantsHtml } from './page.ts'
import { failureOf, MAX_BODY_BYTES, MAX_SEGMENT, nothingHere, refuseBytes } from './refusals.ts'
import { createTimedServer, type TimeLimits } from './time-limits.ts'

/** Charges the address of a request, and sets the rate-limit headers of its response. */
export type ChargeAddress = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

interface HttpParts {
  timing: TimeLimits
  trust: ReturnType<typeof trustIn>
  /** Called for a request that is rejected before a route is found. */
  charge: ChargeAddress
  /** What handles every request, given the routes of the APIs. */
  listenerFor: (toRoutes: RequestListener) => RequestListener
  faults: FaultLog
  /** The page for a browser that opens an address without a route. */
  pageFor: (request: IncomingMessage, status: number) => Promise<Answer>
}

interface Answer {
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: { readonly bytes: Buffer } | null
}

/** The REST API answers browsers like all others. */
const isApi = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

/** The HTTP server, without routes. */
export function createHttp({
  timing,
  trust,
  charge,
  listenerFor,
  faults,
  pageFor,
}: HttpParts): FastifyInstance {
  const http = Fastify({
    // Errors are logged where they are answered, requests in the access log.
    logger: false,
    trustProxy: trust,
    serverFactory: (toRoutes) => {
      const listener = listenerFor(toRoutes)
      const server = createTimedServer(timing, listener)
      // Without a listener, Node sends 100 Continue before the headers were checked.
      server.on('checkContinue', listener)
      lingerOnClose(server)
      return server
    },
    bodyLimit: MAX_BODY_BYTES,
    requestIdHeader: false,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_SEGMENT, ignoreTrailingSlash: true },
    clientErrorHandler: refuseBytes(timing),
    frameworkErrors: (error, request, given) => {
      const reply = given as FastifyReply
      setFixedHeaders(request, reply)
      const refuse = (reason: unknown) => {
        const failure = failureOf(reason)
        void reply.code(failure.status).send(errorBody(failure))
      }
      charge(request, reply).then(() => refuse(error), refuse)
    },
  })
  http.removeContentTypeParser('text/plain')
  readShallowJson(http)
  http.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error, request.routeOptions.bodyLimit)
    const ids = { requestId: request.id, traceId: request.span?.traceId }
    if (failure.status >= 500) faults.reportRequest(error, ids, request.method, request.url)
    reply.code(failure.status)
    if (!request.is404 || !wantsHtml(request) || isApi(request.url)) return reply.send(errorBody(failure))
    const { headers, body } = await pageFor(request.raw, failure.status)
    return reply.headers(headers).send(body?.bytes)
  })
  http.setNotFoundHandler(nothingHere)
  return http
}
