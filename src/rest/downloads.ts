import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../core/errors.ts'
import type {
  Charge,
  Download,
  DownloadProgress,
  FindDownload,
  StreamedDownload,
} from '../core/operations/downloads.ts'
import { partFor } from '../http/bodies/byte-range.ts'
import { byteStream } from '../http/bodies/byte-stream.ts'
import { isKnown } from '../http/bodies/etag.ts'
import { clientSignal } from '../http/connection.ts'
import type { SignedPaths } from '../http/urls.ts'
import { prefers } from './request.ts'

const gone = () => new DomainError('not_found', 'This URL has expired or is not complete. Request a new one.')

interface DownloadParts {
  signed: SignedPaths
  /** By the pattern of their path. */
  paths: Readonly<Record<string, FindDownload>>
  /** Those that need no signature. */
  open: Readonly<Record<string, FindDownload>>
  /** Charges points beyond the one that every request pays, or throws rate_limited. */
  charge: (request: FastifyRequest, reply: FastifyReply, points: number) => Promise<void>
  /** How long a response waits for bytes that are being made before it begins without them. */
  patienceMs?: number
}

const PATIENCE_MS = 1_500

/** The bytes that are included in the point that every request pays, and those per further point. */
const BYTES_PER_POINT = 256 * 1024

/** A signed URL stays the same for as long as the bytes do; those of an open one can change. */
const CACHED = { signed: 'private, max-age=3600, immutable', open: 'public, max-age=60' } as const

/** Serves bytes at signed and at open URLs: no token is required, and none is read. */
export function mountDownloads(
  app: FastifyInstance,
  { signed, paths, open, charge, patienceMs = PATIENCE_MS }: DownloadParts,
): void {
  const kinds = [
    ...Object.entries(paths).map(([url, find]) => ({ url, find, kind: 'signed' }) as const),
    ...Object.entries(open).map(([url, find]) => ({ url, find, kind: 'open' }) as const),
  ]
  for (const { url, find, kind } of kinds) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      config: { operation: 'download' },
      handler: async (request, reply) => {
        const [path = ''] = request.url.split('?', 1)
        if (kind === 'signed' && !signed.isValid(path, request.query as Record<string, unknown>)) throw gone()
        reply.header('Cache-Control', CACHED[kind])
        const left = clientSignal(reply)
        try {
          const download = await find(request.params as Record<string, string>, left)
          if (!download) throw gone()
          const pay: Charge = (points) => charge(request, reply, points)
          if ('stream' in download) return await sendStream(request, reply, download, pay)
          return await serve(request, reply, download, pay, patienceMs)
        } catch (error) {
          // The client has disconnected, so there is no response to send.
          if (left.aborted) return reply.hijack()
          throw error
        }
      },
    })
  }
}

async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, stream }: StreamedDownload,
  charge: Charge,
): Promise<FastifyReply> {
  reply.headers(headers)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(await stream(charge), { objectMode: false }))
}

const ASYNC = /^respond-async$/i
/** How often a client should request the progress. */
const RETRY_SECONDS = 2

/** The bytes are being made: they are at the same URL when they exist. */
const sendProgress = (
  request: FastifyRequest,
  reply: FastifyReply,
  { done, total }: DownloadProgress,
): FastifyReply =>
  reply
    .code(202)
    .removeHeader('ETag')
    .header('Cache-Control', 'no-store')
    .header('Preference-Applied', 'respond-async')
    .header('Retry-After', RETRY_SECONDS)
    .header('Location', request.url)
    .send({ object: 'download-progress', done, total })

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
  charge: Charge,
  patienceMs: number,
): Promise<FastifyReply> {
  const tag = `"${download.tag}"`
  const { 'if-none-match': known, range: wanted } = request.headers
  reply.header('ETag', tag)
  if (isKnown(known, tag)) return reply.code(304).send()
  const isAsync = prefers(request.headers.prefer, ASYNC)
  const progress = isAsync ? await download.progress?.(charge) : undefined
  if (progress) return sendProgress(request, reply, progress)
  const opening = download.open(charge)
  const isWhole = request.method === 'GET' && wanted === undefined
  if (download.headers && isWhole && !(await isSettled(opening, patienceMs))) {
    return reply
      .headers(download.headers)
      .send(Readable.from(lateBytes(reply, opening, charge), { objectMode: false }))
  }
  const opened = await opening
  if (!opened) throw gone()
  const { bytes, headers } = opened
  const { status, headers: ofPart, range } = partFor(request.headers, tag, bytes.size)
  const isSent = range !== null && request.method !== 'HEAD'
  if (isSent) await chargeFor(range.end - range.start, charge)
  reply.code(status).headers({ ...headers, ...ofPart })
  if (!range) reply.removeHeader('Content-Type')
  return isSent ? reply.send(byteStream(bytes, range)) : reply.send()
}

async function chargeFor(length: number, charge: Charge): Promise<void> {
  const points = Math.ceil(length / BYTES_PER_POINT)
  if (points > 1) await charge(points - 1)
}

/** Whether a promise is settled within a time. */
async function isSettled(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const end = new AbortController()
  const settled = promise.then(
    () => true,
    () => true,
  )
  const late = setTimeout(ms, false, { signal: end.signal }).catch(() => false)
  const result = await Promise.race([settled, late])
  end.abort()
  return result
}

/**
 * Bytes whose response has begun before they were made, so that neither clients nor proxies give up. If they cannot be
 * made, the response ends before it is complete, which clients notice.
 */
async function* lateBytes(
  reply: FastifyReply,
  opening: ReturnType<Download['open']>,
  charge: Charge,
): AsyncGenerator<Buffer> {
  // Otherwise they are sent with the first bytes.
  reply.raw.flushHeaders()
  const opened = await opening
  if (!opened) throw gone()
  const { bytes } = opened
  await chargeFor(bytes.size, charge)
  yield* byteStream(bytes, { start: 0, end: bytes.size })
}
