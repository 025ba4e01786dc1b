import type { FastifyBodyParser, FastifyInstance } from 'fastify'
import { requireParsable } from './json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The size of a JSON body, which a limit depends on that is known only when the body is read. */
    bodyBytes: number
  }
}

type Parser = FastifyBodyParser<string>

/** Before and after a longer body is parsed, other requests are served. */
const LONG_BODY = 64 * 1024

/** Parses JSON bodies like Fastify does, after a check of their depth. An empty body is none. */
export function readShallowJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error') as (...args: Parameters<Parser>) => void
  http.decorateRequest('bodyBytes', 0)
  const parser: Parser = (request, json, done) => {
    // Many clients send the type of a body also where they send none.
    if (json === '') return done(null, undefined)
    request.bodyBytes = Buffer.byteLength(json)
    try {
      requireParsable(json)
    } catch (error) {
      return done(error as Error)
    }
    if (json.length <= LONG_BODY) return parse(request, json, done)
    setImmediate(parse, request, json, (...result: Parameters<typeof done>) => setImmediate(done, ...result))
  }
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, parser)
}
