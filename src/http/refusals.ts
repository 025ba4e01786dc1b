import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, presentable } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { endWith, isLingering } from './connection.ts'
import { errorBody } from './error-body.ts'
import type { TimeLimits } from './time-limits.ts'

export const MAX_BODY_BYTES = 1024 * 1024
/** The longest part of a path that is a parameter, such as an id. */
export const MAX_SEGMENT = 300
const MAX_SHOWN_PATH = 200

/**
 * Answers bytes that are not HTTP, headers that are too long and requests that arrive too slowly, and
 * closes the connection.
 */
export const refuseBytes =
  (limits: TimeLimits) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    // What follows the bytes that were rejected is not answered.
    if (isLingering(socket)) return
    // After the first byte of a response, the client would read an error response as a part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || hasResponded(socket)) return void socket.destroy()
    const failure = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow(limits) : notReadable()
    const body = JSON.stringify(errorBody(failure))
    const head = [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      `X-Request-Id: ${newId('Request')}`,
      'X-Content-Type-Options: nosniff',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    endWith(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
  }

/** Node keeps the current response of a connection in this property. */
function hasResponded(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false
}

const notReadable = () =>
  new DomainError(
    'invalid_input',
    'The request is not valid HTTP. Send HTTP/1.1 with at most 16 KiB of headers.',
  )

const tooSlow = ({ headersTimeoutMs, requestTimeoutMs }: TimeLimits) =>
  new DomainError(
    'request_timeout',
    `The request did not arrive in time: the limit is ${headersTimeoutMs / 1000} s for its headers and ${requestTimeoutMs / 1000} s for the whole request. Send it again, faster or in smaller parts.`,
  )

export const tooLarge = (bodyLimit: number): DomainError =>
  new DomainError(
    'payload_too_large',
    `The request body is too large: at most ${bodyLimit / 1024 / 1024} MiB are allowed.`,
  )

/** Maps errors of Fastify to ours. */
export function failureOf(error: unknown, bodyLimit = MAX_BODY_BYTES): DomainError {
  const code = (error as { code?: string }).code
  const status = (error as { statusCode?: number }).statusCode
  if (error instanceof DomainError) return error
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError(
      'unsupported_media_type',
      'Unsupported media type. Send JSON with "Content-Type: application/json".',
    )
  }
  if (code === 'FST_ERR_BAD_URL') {
    return new DomainError(
      'invalid_input',
      'The path is not valid. Check its percent-encoding: "%" is followed by two hexadecimal digits of UTF-8.',
    )
  }
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return new DomainError(
      'invalid_input',
      `A part of the path is longer than ${MAX_SEGMENT} characters. Check the ids in the path.`,
    )
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || status === 413) return tooLarge(bodyLimit)
  if (status !== undefined && status >= 400 && status < 500) {
    return new DomainError('invalid_input', (error as Error).message)
  }
  return presentable(error)
}

/** The beginning of a path: a message does not repeat all that a caller sends. */
export function shownPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path
}

/** For requests without a route. */
export function nothingHere({ method, url }: { method: string; url: string }): never {
  throw new DomainError(
    'not_found',
    `${method} ${shownPath(url)} does not exist. Check the path and the method.`,
  )
}

/** Charges a request without a route to its address, and rejects it. */
export function refuseUnknownPaths(
  app: FastifyInstance,
  charge: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    charge(request, reply)
      .then(() => nothingHere(request))
      .catch(done)
  })
}
