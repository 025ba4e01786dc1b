import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Keeping, Visit, WebAnswer } from '../core/operations/web.ts'
import { partFor } from '../http/bodies/byte-range.ts'
import { byteStream } from '../http/bodies/byte-stream.ts'
import type { Encoding } from '../http/bodies/compression.ts'
import { isKnown } from '../http/bodies/etag.ts'
import { KeptBody } from '../http/bodies/kept-body.ts'
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
const ANSWER_BYTES = 4_000

/** What one response has besides what is kept. */
interface Sending {
  requestId: string
  /** What the access log says about it. */
  record: { bytes: number }
  cookies?: readonly string[]
}

const ownHeaders = ({ requestId, cookies = [] }: Sending): string[] => [
  'x-request-id',
  requestId,
  ...cookies.flatMap((cookie) => ['set-cookie', cookie]),
]

/** Writes the head of a response. Headers that were set before are kept. */
function writeHead(
  response: ServerResponse,
  status: number,
  headers: Headers | readonly string[],
  sending: Sending,
): void {
  const list = Array.isArray(headers) ? (headers as readonly string[]) : listOf(headers as Headers)
  response.writeHead(status, [...list, ...ownHeaders(sending)])
}

type Headers = Readonly<Record<string, string | readonly string[] | number>>

/** Headers as a list of names and values, which Node writes as they are. */
const listOf = (headers: Headers): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'object' ? value.flatMap((each) => [name, each]) : [name, String(value)],
  )

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
  /** Complete lists of headers, by the encoding. */
  readonly #lists = new Map<Encoding | undefined, readonly string[]>()
  /** Those of responses to clients that have the body, by their `If-None-Match`. */
  readonly #notModified = new Map<string, string[]>()

  constructor(answer: WebAnswer, visit: Visit | null) {
    const { status, body, stream, keeping, isImmutable = false, frameOrigins, connectOrigins } = answer
    this.status = status
    this.body = body ? new KeptBody(body.type, body.content) : null
    this.stream = stream
    this.headers = {
      ...securityHeaders(visit, frameOrigins, connectOrigins),
      'cache-control': (isImmutable ? IMMUTABLE : CACHE_CONTROL)[keeping],
      ...(this.body ? { 'content-type': this.body.type, vary: 'Accept, Accept-Encoding' } : {}),
      ...(answer.headers as Record<string, string | string[]>),
    }
  }

  /** The headers of the response in an encoding. */
  listFor(encoding: Encoding | undefined, of: () => Headers): readonly string[] {
    let list = this.#lists.get(encoding)
    if (!list) {
      list = listOf(of())
      this.#lists.set(encoding, list)
    }
    return list
  }

  /**
   * The headers of the response to a client that has the body, for `sendNotModified`. Undefined if it does not have it.
   * They are made once for each tag.
   */
  notModifiedFor({ headers }: IncomingMessage): string[] | undefined {
    const { body, status } = this
    const given = headers['if-none-match']
    if (given === undefined || body === null || status !== 200) return undefined
    const before = this.#notModified.get(given)
    if (before) return before
    if (!body.isKnown(given)) return undefined
    const tag = body.tagIn(given) ?? body.etag(encodingFor(headers, body))
    const { 'content-type': _type, ...rest } = this.headers
    const list = [...listOf({ ...rest, etag: tag }), 'x-request-id', '']
    if (given === tag) this.#notModified.set(given, list)
    return list
  }

  /** Whether it can be sent at once: it has the encoding that the client accepts. */
  isReadyFor({ headers }: IncomingMessage): boolean {
    const { body } = this
    if (!body) return false
    const encoding = encodingFor(headers, body)
    return encoding === undefined || body.ready(encoding) !== undefined
  }

  get size(): number {
    return ANSWER_BYTES + (this.body?.size ?? 0)
  }
}

export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptAnswer,
  sending: Sending,
): Promise<void> {
  if (answer.body) return sendBody(request, response, answer, answer.body, sending)
  if (answer.stream) return sendStream(request, response, answer, answer.stream, sending)
  writeHead(response, answer.status, { ...answer.headers, 'content-length': '0' }, sending)
  response.end()
}

async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptAnswer,
  body: KeptBody,
  sending: Sending,
): Promise<void> {
  const notModified = answer.notModifiedFor(request)
  if (notModified) return sendNotModified(response, notModified, sending.requestId, sending.cookies)
  if (sendReady(request, response, answer, sending)) return
  const encoding = encodingFor(request.headers, body)
  if (encoding !== undefined) await body.encode(encoding)
  answer.hasGrown = true
  sendReady(request, response, answer, sending)
}

const encodingFor = (headers: IncomingMessage['headers'], body: KeptBody): Encoding | undefined =>
  body.encodingFor(headers['accept-encoding'] as string | undefined)

/** Responds to a client that has the body. Node copies the headers at once, so the list can be used again. */
export function sendNotModified(
  response: ServerResponse,
  list: string[],
  requestId: string,
  cookies: readonly string[] = [],
): void {
  list[list.length - 1] = requestId
  const headers = cookies.length === 0 ? list : [...list, ...cookies.flatMap((each) => ['set-cookie', each])]
  response.writeHead(304, headers)
  response.end()
}

/** Sends a body that needs no more work. False if there is none, or if it must be compressed first. */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptAnswer,
  sending: Sending,
): boolean {
  const { body } = answer
  if (!body) return false
  const encoding = encodingFor(request.headers, body)
  const bytes = encoding === undefined ? body.bytes : body.ready(encoding)
  if (!bytes) return false
  const list = answer.listFor(encoding, () => ({
    ...answer.headers,
    etag: body.etag(encoding),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    'content-length': bytes.length,
  }))
  writeHead(response, answer.status, list, sending)
  sending.record.bytes = bytes.length
  response.end(request.method === 'HEAD' ? undefined : bytes)
  return true
}

async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  answer: KeptAnswer,
  stream: NonNullable<WebAnswer['stream']>,
  sending: Sending,
): Promise<void> {
  if (Symbol.asyncIterator in stream) {
    writeHead(response, answer.status, answer.headers, sending)
    if (request.method === 'HEAD') return void response.end()
    return pipeline(Readable.from(stream), response)
  }
  const { bytes, tag } = stream
  const etag = `"${tag}"`
  if (isKnown(request.headers['if-none-match'], etag)) {
    writeHead(response, 304, { ...answer.headers, etag }, sending)
    return void response.end()
  }
  const { status, headers, range } = partFor(request.headers, etag, bytes.size)
  writeHead(response, status, range ? { ...answer.headers, etag, ...headers } : headers, sending)
  if (!range) return void response.end()
  sending.record.bytes = range.end - range.start
  if (request.method === 'HEAD') return void response.end()
  return pipeline(byteStream(bytes, range), response)
}
