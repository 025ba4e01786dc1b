import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ByteCache } from '../../core/byte-cache.ts'
import { DomainError } from '../../core/errors.ts'
import {
  REFERENCE,
  type Reference,
  type ReferenceFile,
  type ReferenceOptions,
} from '../../core/operations/web.ts'
import { makePage, type Page, sendPage, wantsHtml } from '../../http/page.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const MAX_QUERY = 200
/** Pages that browsers have asked for, with their compressed forms. */
const CACHE_BYTES = 16 * 1024 * 1024
const FOREVER = 'public, max-age=31536000, immutable'

export type MakeReference = (options: ReferenceOptions) => Reference

/** Serves the reference of the REST API from this process alone. Its pages cannot load anything from elsewhere. */
export function mountReferencePage(app: FastifyInstance, make: () => Reference): void {
  let made: Reference | undefined
  const reference = () => {
    made ??= make()
    return made
  }
  const cache = new ByteCache(CACHE_BYTES)
  const send = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const known = cache.get<Served>(path)
    const served = known ?? servedFrom(await reference().open(path))
    if (served === null) return sendNothing(request, reply, reference())
    if (!known) cache.set(path, served, served.page.bytes.length * 2)
    return sendFile(request, reply, served)
  }
  app.get(REFERENCE, (request, reply) => send(request, reply, ''))
  app.get<{ Querystring: { q?: unknown } }>(`${REFERENCE}/~search`, async (request, reply) => {
    const { q } = request.query
    const query = typeof q === 'string' ? q.slice(0, MAX_QUERY) : ''
    const served = servedFrom(reference().search(query, wantsHtml(request) ? 'html' : 'json'))
    return sendFile(request, reply, served)
  })
  app.get<{ Params: { '*': string } }>(`${REFERENCE}/*`, (request, reply) =>
    send(request, reply, request.params['*']),
  )
}

interface Served {
  page: Page
  isImmutable: boolean
  headers: ReferenceFile['headers']
}

function servedFrom(file: ReferenceFile): Served
function servedFrom(file: ReferenceFile | null): Served | null
function servedFrom(file: ReferenceFile | null): Served | null {
  if (file === null) return null
  const { type, body, isImmutable, headers } = file
  return { page: makePage(type, Buffer.from(body)), isImmutable, headers }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { page, isImmutable, headers }: Served) {
  reply.headers({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    ...headers?.(`${request.protocol}://${request.host}`),
  })
  return sendPage(request, reply, page, isImmutable ? FOREVER : undefined)
}

/** A page for people, and the error of the APIs for programs. */
function sendNothing(request: FastifyRequest, reply: FastifyReply, reference: Reference) {
  if (!wantsHtml(request)) {
    throw new DomainError('not_found', `The reference has no page at this path. ${REFERENCE} lists them.`)
  }
  const { status, type, body } = reference.nothing(request.url)
  return reply.code(status).header('Content-Security-Policy', CONTENT_SECURITY_POLICY).type(type).send(body)
}
