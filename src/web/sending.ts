import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Keeping, Visit, WebAnswer } from '../core/operations/web.ts'
import { rangeOf } from '../http/bodies/byte-range.ts'
import { byteStream } from '../http/bodies/byte-stream.ts'
import { KeptBody } from './bodies.ts'
import { securityHeaders } from './security.ts'

const CACHE_CONTROL: Readonly<Record<Keeping, string>> = {
  everyone: 'public, max-age=0, must-revalidate',
  reader: 'private, no-cache',
  'no one': 'no-store',
}
const IMMUTABLE: Readonly<Record<Keeping, string>> = {
  everyone: 'public, max-age=31536000, immutable',
  reader: 'private, max-age=31536000, immutable',
  'no one': 'no-store',
}

/** The heap size of an answer without its body. */
const ANSWER_BYTES = 1_500

/** A response with all of its headers, which can be sent any number of times. */
export class KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: KeptBody | null
  readonly stream: WebAnswer['stream']
  /** Its key in the cache; null if it is not there. */
  key: string | null = null
  /** Whether an encoding was added since it was stored. */
  hasGrown = false

  constructor(answer: WebAnswer, visit: Visit | null) {
    const { status, body, stream, keeping, isImmutable = false } = answer
    this.status = status
    this.body = body ? new KeptBody(body.type, body.content) : null
    this.stream = stream
    this.headers = {
      ...securityHeaders(visit),
      'cache-control': (isImmutable ? IMMUTABLE : CACHE_CONTROL)[keeping],
      ...(this.body ? { 'content-type': this.body.type, vary: 'Accept, Accept-Encoding' } : {}),
      ...(answer.headers as Record<string, string | string[]>),
    }
  }

  get size(): number {
    return ANSWER_BYTES + (this.body?.size ?? 0)
  }
}

export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptAnswer,
  cookies: readonly string[] = [],
): Promise<void> {
  if (cookies.length > 0) response.setHeader('Set-Cookie', [...cookies])
  if (answer.body) return sendBody(request, response, answer, answer.body)
  if (answer.stream) return sendStream(request, response, answer, answer.stream)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': '0' })
  response.end()
}

async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptAnswer,
  body: KeptBody,
): Promise<void> {
  const encoding = body.encodingFor(request.headers['accept-encoding'] as string | undefined)
  const etag = body.etag(encoding)
  if (answer.status === 200 && body.isKnown(request.headers['if-none-match'])) {
    const { 'content-type': _type, ...headers } = answer.headers
    response.writeHead(304, { ...headers, etag })
    return void response.end()
  }
  let bytes = body.bytes
  if (encoding !== undefined) {
    const ready = body.ready(encoding)
    bytes = ready ?? (await body.encode(encoding))
    if (!ready) answer.hasGrown = true
  }
  response.writeHead(answer.status, {
    ...answer.headers,
    etag,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    'content-length': bytes.length,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptAnswer,
  stream: NonNullable<WebAnswer['stream']>,
): Promise<void> {
  if (Symbol.asyncIterator in stream) {
    response.writeHead(answer.status, answer.headers)
    if (request.method === 'HEAD') return void response.end()
    return pipeline(Readable.from(stream), response)
  }
  const { bytes, tag } = stream
  const etag = `"${tag}"`
  const { 'if-none-match': known, 'if-range': onlyOf = etag, range: wanted } = request.headers
  if (known?.includes(tag)) {
    response.writeHead(304, { ...answer.headers, etag })
    return void response.end()
  }
  const range = rangeOf(onlyOf === etag ? wanted : undefined, bytes.size)
  if (!range) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.size}` })
    return void response.end()
  }
  const length = range.end - range.start
  const isPart = length < bytes.size
  response.writeHead(isPart ? 206 : answer.status, {
    ...answer.headers,
    etag,
    'accept-ranges': 'bytes',
    'content-length': length,
    ...(isPart ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${bytes.size}` } : {}),
  })
  if (request.method === 'HEAD') return void response.end()
  return pipeline(byteStream(bytes, range), response)
}
