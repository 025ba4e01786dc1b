import type { FastifyBodyParser, FastifyInstance } from 'fastify'
import { requireParsable } from './json.ts'

type Parser = FastifyBodyParser<string>

/** Before and after a longer body is parsed, other requests are served. */
const LONG_BODY = 64 * 1024

/** Parses JSON bodies like Fastify does, after a check of their depth. */
export function readShallowJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error') as (...args: Parameters<Parser>) => void
  const parser: Parser = (request, json, done) => {
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
