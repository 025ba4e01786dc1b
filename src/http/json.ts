import { DomainError } from '../core/errors.ts'

/**
 * The maximum depth of JSON from a caller. The deepest document that markdown can produce needs about half
 * of it, and recursive functions stay far from the end of the stack.
 */
const MAX_DEPTH = 256

const QUOTE = '"'
const BACKSLASH = 92
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** The end of the string that begins at this quote, or the end of the text. */
function endOfText(json: string, quote: number): number {
  for (let end = json.indexOf(QUOTE, quote + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}

/** Whether JSON nests deeper than allowed. Linear in its length, and without recursion. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--
    else if (json[at] === QUOTE) at = endOfText(json, at)
  }
  return false
}

/** Rejects JSON that nests too deeply, before it is parsed: validation and serialization are recursive. */
export function requireShallow(json: string): void {
  if (isTooDeep(json)) {
    throw new DomainError(
      'invalid_input',
      `The JSON is nested too deeply: at most ${MAX_DEPTH} levels of arrays and objects are allowed.`,
    )
  }
}
