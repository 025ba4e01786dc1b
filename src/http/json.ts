import { DomainError } from '../core/errors.ts'

/**
 * How deep JSON from a caller may nest. The deepest document that markdown can be read as needs about half of it, and
 * everything that walks a value of this depth stays far from the end of the stack.
 */
const MAX_DEPTH = 256
/** How many values JSON from a caller may have: more take longer to parse than the main thread may be busy. */
const MAX_VALUES = 150_000

const QUOTE = '"'
const BACKSLASH = 92
const [COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [44, 91, 93, 123, 125]

/** Where the text that begins after this quote ends, or the end when it does not. */
function endOfText(json: string, quote: number): number {
  for (let end = json.indexOf(QUOTE, quote + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}

/** What keeps JSON from being parsed, if anything does. Linear in its length, and needs no stack. */
function problemOf(json: string): string | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === COMMA) values++
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values++
      if (++depth > MAX_DEPTH) return `Nest arrays and objects at most ${MAX_DEPTH} levels deep.`
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--
    else if (json[at] === QUOTE) at = endOfText(json, at)
    if (values > MAX_VALUES) return `Send at most ${MAX_VALUES} values in one request.`
  }
  return null
}

/** Refuses JSON that nests too deep or has too many values, before it is parsed: validation walks all of it. */
export function requireParsable(json: string): void {
  const problem = problemOf(json)
  if (problem !== null) throw new DomainError('invalid_input', problem)
}
