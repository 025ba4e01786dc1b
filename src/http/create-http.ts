import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { errorBody } from '../rest/errors.ts'
import type { trustIn } from './address.ts'
import { readShallowJson } from './bodies/json-bodies.ts'
import { lingerOnClose } from './connection.ts'
import { setFixedHeaders } from './edge.ts'
import { failureOf, MAX_BODY_BYTES, MAX_SEGMENT, refuseBytes } from './refusals.ts'
import { requestIdOf } from './request-id.ts'
import { type TimeLimits, timeLimitOptions } from './time-limits.ts'

/** Charges the address of a request, and sets the rate-limit headers of its response. */
export type ChargeAddress = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * The HTTP server of both APIs, without routes. `charge` is called for a request that is rejected before a route is found.
 */
export function createHttp(
  timing: TimeLimits,
  trust: ReturnType<typeof trustIn>,
  charge: ChargeAddress,
): FastifyInstance {
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
  lingerOnClose(http.server as Server)
  return http
}
