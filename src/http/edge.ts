import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessLog } from './access-log.ts'
import { compress } from './compression.ts'
import type { Cors } from './cors.ts'

/** When to try again after a 429 or a 503 that does not say so itself. */
const RETRY_AFTER_SECONDS = 5

export interface EdgeParts {
  cors: Cors
  accessLog: AccessLog
  /** True while the server stops: connections are not to be used again. */
  isDraining: () => boolean
}

/** What holds for every HTTP response, whichever part of the server makes it. Mount it before all routes. */
export function mountEdge(app: FastifyInstance, { cors, accessLog, isDraining }: EdgeParts): void {
  app.decorateRequest('userId', null)
  app.decorateRequest('bytesBefore', null)
  app.addHook('onRequest', (request, reply, done) => {
    setFixedHeaders(request, reply)
    accessLog.follow(request, reply)
    if (!cors.handle(request, reply)) done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    setStatusHeaders(request, reply)
    if (isDraining()) reply.header('Connection', 'close')
    if (isStream(payload)) request.bytesBefore = request.socket.bytesWritten
    compress(request, reply, payload, done)
  })
}

/** Headers of every response, also of those that are sent before a route is found. */
export function setFixedHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff')
}

function setStatusHeaders({ method }: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply
  if (!reply.hasHeader('Cache-Control')) {
    // Tokens and secrets are shown only in answers to writes and to GraphQL, which is sent by POST.
    reply.header('Cache-Control', method === 'GET' || method === 'HEAD' ? 'private, no-cache' : 'no-store')
  }
  if (statusCode === 401) reply.header('WWW-Authenticate', 'Bearer')
  const isForNow = statusCode === 429 || statusCode === 503
  if (isForNow && !reply.hasHeader('Retry-After')) reply.header('Retry-After', RETRY_AFTER_SECONDS)
}

const isStream = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
