import type { Socket } from 'node:net'
import { DomainError, presentable } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { errorBody } from '../rest/errors.ts'

export const MAX_BODY_BYTES = 1024 * 1024

/** Answers what is not HTTP, or too long to be read as such, and hangs up. */
export function refuseBytes(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure = new DomainError(
    'invalid_input',
    'This is not a request that can be read. Send HTTP/1.1 with at most 16 KiB of headers.',
  )
  const body = JSON.stringify(errorBody(failure))
  const head = [
    `HTTP/1.1 ${failure.status} Bad Request`,
    `X-Request-Id: ${newId('Request')}`,
    'X-Content-Type-Options: nosniff',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** What Fastify itself refuses, in our words. */
export function failureOf(error: unknown): DomainError {
  const code = (error as { code?: string }).code
  const status = (error as { statusCode?: number }).statusCode
  if (error instanceof DomainError) return error
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new DomainError('unsupported_media_type', 'Send JSON with "Content-Type: application/json".')
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || status === 413) {
    return new DomainError('payload_too_large', `Send at most ${MAX_BODY_BYTES / 1024 / 1024} MiB.`)
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new DomainError('invalid_input', (error as Error).message)
  }
  return presentable(error)
}

/** For requests that no route takes. */
export function nothingHere({ method, url }: { method: string; url: string }): never {
  throw new DomainError('not_found', `There is nothing at ${method} ${url.split('?', 1)[0]}.`)
}
