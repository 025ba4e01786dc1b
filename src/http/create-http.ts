import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { errorBody } from '../rest/errors.ts'
import type { trustIn } from './address.ts'
import { readShallowJson } from './bodies/json-bodies.ts'
import { setFixedHeaders } from './edge.ts'
import { failureOf, MAX_BODY_BYTES, refuseBytes } from './refusals.ts'
import { requestIdOf } from './request-id.ts'
import { type TimeLimits, timeLimitOptions } from './time-limits.ts'

/** The HTTP server of both APIs, without routes. */
export function createHttp(timing: TimeLimits, trust: ReturnType<typeof trustIn>): FastifyInstance {
  const http = Fastify({
    // Errors are logged where they are answered, requests in the access log.
    logger: false,
    trustProxy: trust,
    ...timeLimitOptions(timing),
    bodyLimit: MAX_BODY_BYTES,
    requestIdHeader: false,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    clientErrorHandler: refuseBytes(timing),
    frameworkErrors: (error, request, reply) => {
      setFixedHeaders(request, reply as FastifyReply)
      const failure = failureOf(error)
      void (reply as FastifyReply).code(failure.status).send(errorBody(failure))
    },
  })
  http.removeContentTypeParser('text/plain')
  readShallowJson(http)
  return http
}
