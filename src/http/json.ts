import { DomainError } from '../core/errors.ts'

/**
 * How deep JSON from a caller may nest. The deepest document that markdown can be read as needs about half of it, and
 * everything that walks a value of this depth stays far from the end of the stack.
 */
const MAX_DEPTH = 256

const QUOTE = '"'
const BACKSLASH = 92
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Where the text that begins after this quote ends, or the end when it does not. */
function endOfText(json: string, quote: number): number {
  for (let end = json.indexOf(QUOTE, quote + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return json.length
}

/** Whether JSON nests deeper than any walk should follow. Linear in its length, and needs no stack. */
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

/** Refuses JSON that nests too deep, before it is parsed: validation and printing walk values recursively. */
export function requireShallow(json: string): void {
  if (isTooDeep(json)) {
    throw new DomainError('invalid_input', `Nest arrays and objects at most ${MAX_DEPTH} levels deep.`)
  }
}
