import type { FastifyBodyParser, FastifyInstance } from 'fastify'
import { DomainError } from '../../core/errors.ts'

/**
 * The maximum depth of JSON from a caller. The deepest document that markdown can produce needs about half
 * of it, and recursive functions stay far from the end of the stack.
 */
const MAX_DEPTH = 256
/** The maximum number of values in JSON from a caller: parsing more would block the event loop for too long. */
const MAX_VALUES = 150_000

const QUOTE = '"'
const BACKSLASH = 92
const [COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [44, 91, 93, 123, 125]

/** The end of the string that begins at this quote, or the end of the text. */
function endOfText(json: string, quote: number): number {
  for (let end = json.indexOf(QUOTE, quote + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}

/** The reason not to parse this JSON, or null. Linear in its length, and without recursion. */
function problemOf(json: string): string | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === COMMA) values++
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values++
      if (++depth > MAX_DEPTH)
        return `The JSON is nested too deeply: at most ${MAX_DEPTH} levels of arrays and objects are allowed.`
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--
    else if (json[at] === QUOTE) at = endOfText(json, at)
    if (values > MAX_VALUES)
      return `The JSON has too many values: at most ${MAX_VALUES} are allowed in one request.`
  }
  return null
}

/** Rejects JSON that is nested too deeply or has too many values, before it is parsed: validation is recursive. */
export function requireParsable(json: string): void {
  const problem = problemOf(json)
  if (problem !== null) throw new DomainError('invalid_input', problem)
}

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
