import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compress } from './bodies/compression.ts'
import type { Cors } from './cors.ts'
import { hasOneHost, severalHosts } from './host-header.ts'
import type { AccessLog } from './logs/access-log.ts'

/** The default `Retry-After` of a 429 or 503. */
export const RETRY_AFTER_SECONDS = 5

export interface EdgeParts {
  cors: Cors
  accessLog: AccessLog
  /** True when connections must not be used for another request. */
  isLeaving: () => boolean
}

/** Applies to every HTTP response, from any part of the server. Register it before all routes. */
export function mountEdge(app: FastifyInstance, { cors, accessLog, isLeaving }: EdgeParts): void {
  app.decorateRequest('userId', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('bytesBefore', null)
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    setFixedHeaders(request, reply)
    accessLog.follow(request, reply)
    if (!hasOneHost(request.raw)) throw severalHosts()
    if (!cors.handle(request, reply)) done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // The rest of a body that was rejected is discarded, so that its client gets to read the response.
    if (!request.raw.complete && !isStream(payload)) request.raw.resume()
    setStatusHeaders(request, reply)
    if (isLeaving()) reply.header('Connection', 'close')
    if (isStream(payload)) request.bytesBefore = request.socket.bytesWritten
    compress(request, reply, payload, done)
  })
}

/** Headers of every response, including those sent before a route is found. */
export function setFixedHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff')
}

function setStatusHeaders({ method }: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply
  if (!reply.hasHeader('Cache-Control')) {
    // Tokens and secrets are returned only in responses to writes and to GraphQL, which uses POST.
    reply.header('Cache-Control', method === 'GET' || method === 'HEAD' ? 'private, no-cache' : 'no-store')
  }
  if (statusCode === 401) reply.header('WWW-Authenticate', 'Bearer')
  const isForNow = statusCode === 429 || statusCode === 503
  if (isForNow && !reply.hasHeader('Retry-After')) reply.header('Retry-After', RETRY_AFTER_SECONDS)
}

const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
