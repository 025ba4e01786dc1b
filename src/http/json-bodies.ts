import type { FastifyBodyParser, FastifyInstance } from 'fastify'
import { requireShallow } from './json.ts'

type Parser = FastifyBodyParser<string>

/** After parsing a longer body other requests are served before it is validated. */
const LONG_BODY = 64 * 1024

/** Parses JSON bodies like Fastify does, after a check of their depth. */
export function readShallowJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error') as (...args: Parameters<Parser>) => void
  const parser: Parser = (request, json, done) => {
    try {
      requireShallow(json)
    } catch (error) {
      return done(error as Error)
    }
    const isLong = json.length > LONG_BODY
    parse(request, json, isLong ? (...result) => setImmediate(done, ...result) : done)
  }
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, parser)
}
