import {
  type BrotliOptions,
  brotliCompress,
  constants,
  gzip,
  type InputType,
  type ZlibOptions,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { vary } from './vary.ts'

/** Shorter bodies fit into one packet either way. */
const MIN_BYTES = 1024
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)|image\/svg\+xml)/

const BROTLI: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // A smaller window than the default, which takes longer to allocate than most bodies to compress.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}
const GZIP: ZlibOptions = { level: 4 }

type Done = (error: Error | null, payload: unknown) => void
export type Encoding = 'br' | 'gzip'

/** Both run on Node's thread pool. */
const compressors: Record<
  Encoding,
  (body: InputType, done: (error: Error | null, data: Buffer) => void) => void
> = {
  br: (body, done) => brotliCompress(body, BROTLI, done),
  gzip: (body, done) => gzip(body, GZIP, done),
}

/** A body in an encoding. */
export const encoded = (encoding: Encoding, body: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    compressors[encoding](body, (error, data) => (error ? reject(error) : resolve(data))),
  )

/** The encoded forms of bodies that are sent more than once. */
const forms = new WeakMap<object, Partial<Record<Encoding, Promise<Buffer>>>>()

/** Keeps the encoded forms of a body as long as the body. */
export const encodeOnce = (body: Buffer): void => void forms.set(body, {})

function formOf(body: string | Buffer, encoding: Encoding): Promise<Buffer> {
  const known = typeof body === 'string' ? undefined : forms.get(body)
  const form = known?.[encoding] ?? encoded(encoding, typeof body === 'string' ? Buffer.from(body) : body)
  if (known) known[encoding] = form
  return form
}

/** Whether a body of this type and length becomes shorter by compression. */
export const isWorthEncoding = (type: string, bytes: number): boolean =>
  bytes >= MIN_BYTES && COMPRESSIBLE.test(type)

/** The encoding to use, of those that the client accepts; undefined for none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    if (quality === undefined || Number(quality.slice(2)) > 0) accepted.add(name)
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : undefined
}

/** Compresses a complete body if the client accepts it. Streams and encoded bodies are not changed. */
export function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void {
  const isBody = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!isBody || payload.length < MIN_BYTES || !isCompressible(reply)) return void done(null, payload)
  vary(reply, 'Accept-Encoding')
  const encoding =
    request.method === 'HEAD' ? undefined : acceptedEncoding(request.headers['accept-encoding'])
  if (encoding === undefined) return void done(null, payload)
  formOf(payload, encoding).then(
    (data) => {
      reply.removeHeader('Content-Length').header('Content-Encoding', encoding)
      done(null, data)
    },
    (error: Error) => done(error, payload),
  )
}

function isCompressible(reply: FastifyReply): boolean {
  const type = reply.getHeader('Content-Type')
  return (
    typeof type === 'string' &&
    COMPRESSIBLE.test(type) &&
    !reply.hasHeader('Content-Encoding') &&
    !reply.hasHeader('Content-Range')
  )
}
