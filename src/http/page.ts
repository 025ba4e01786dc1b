import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeOnce } from './bodies/compression.ts'
import { isKnown, tagOfBytes } from './bodies/etag.ts'
import { vary } from './bodies/vary.ts'

/** A page that does not change while the process runs: it is compressed once for each encoding. */
export interface Page {
  readonly type: string
  readonly bytes: Buffer<ArrayBuffer>
  readonly etag: string
}

export function makePage(type: string, content: string | Buffer): Page {
  const bytes = Buffer.from(content)
  encodeOnce(bytes)
  return { type, bytes, etag: `"${tagOfBytes(bytes)}"` }
}

/** Sends a page, or 304 to a client that already has it. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  cacheControl = 'private, no-cache',
): FastifyReply {
  vary(reply, 'Accept')
  reply
    .header('ETag', page.etag)
    .header('Cache-Control', cacheControl)
    .header('X-Content-Type-Options', 'nosniff')
  if (isKnown(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  return reply.type(page.type).send(page.bytes)
}

/** True for a browser that opens a URL, as opposed to a program that requests it. */
export const wantsHtml = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html')
