import type { FastifyInstance, FastifyReply } from 'fastify'
import { DomainError } from '../core/errors.ts'
import type { SignedPaths } from '../core/signed-paths.ts'

/** Bytes as they are sent: what they are, and headers that keep them from doing anything. */
export interface Download {
  bytes: Buffer
  /** A name of the bytes that changes with them. */
  tag: string
  headers: Record<string, string>
}

/** Finds what a path below one of the prefixes names, once its signature was checked. The signal: nobody waits for it. */
export type FindDownload = (params: Record<string, string>, signal: AbortSignal) => Promise<Download | null>

const gone = () =>
  new DomainError('not_found', 'This address has expired or is not complete. Ask for a new one.')

/** Serves bytes at signed addresses: no token is needed, and none is looked at. */
export function mountDownloads(
  app: FastifyInstance,
  signed: SignedPaths,
  downloads: Record<string, FindDownload>,
): void {
  for (const [url, find] of Object.entries(downloads)) {
    app.get(url, async (request, reply) => {
      const [path = ''] = request.url.split('?', 1)
      if (!signed.isValid(path, request.query as Record<string, unknown>)) throw gone()
      const left = leaving(reply)
      const download = await find(request.params as Record<string, string>, left).catch((error: unknown) => {
        if (!left.aborted) throw error
        return null
      })
      // Nobody is there to be answered.
      if (left.aborted) return reply.hijack()
      if (!download) throw gone()
      reply.headers(download.headers).header('ETag', `"${download.tag}"`)
      reply.header('Cache-Control', 'private, max-age=3600, immutable')
      if (request.headers['if-none-match'] === `"${download.tag}"`) return reply.code(304).send()
      return reply.send(download.bytes)
    })
  }
}

/** Aborts when the client goes away before it was answered. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const end = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) end.abort(new Error('The client went away.'))
  })
  return end.signal
}
