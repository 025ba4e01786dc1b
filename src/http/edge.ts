import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { compress } from './bodies/compression.ts'
import type { Cors } from './cors.ts'
import type { AccessLog } from './logs/access-log.ts'

/** The default `Retry-After` of a 429 or 503. */
export const RETRY_AFTER_SECONDS = 5

interface EdgeParts {
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

const SANE_ID = /^[A-Za-z0-9._-]{8,128}$/

/**
 * The id that a proxy or client sent with the request, if it is valid in logs and headers; otherwise a new
 * one.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_ID.test(given) ? given : newId('Request')
}

/**
 * Whether a request has at most one `Host` header. With several, Node uses the first one and a proxy before it may use
 * another: the two would disagree on which site was requested.
 */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1
}

const severalHosts = (): DomainError =>
  new DomainError('invalid_input', 'The request has several Host headers. Send one.')
