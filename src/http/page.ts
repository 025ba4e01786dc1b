import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/** A page that does not change while the process runs: kept as it is sent, with and without compression. */
export interface Page {
  readonly type: string
  readonly bytes: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

export async function makePage(type: string, content: string | Buffer): Promise<Page> {
  const bytes = Buffer.from(content)
  return {
    type,
    bytes,
    compressed: await compress(bytes),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  }
}

/** Sends a page, or 304 to a client that already has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .header('ETag', page.etag)
    .header('Cache-Control', 'private, no-cache')
    .header('Vary', 'Accept, Accept-Encoding')
    .header('X-Content-Type-Options', 'nosniff')
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  reply.type(page.type)
  if (!(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(page.bytes)
  return reply.header('Content-Encoding', 'gzip').send(page.compressed)
}

/** True for a browser that opens a URL, as opposed to a program that requests it. */
export const wantsHtml = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html')
