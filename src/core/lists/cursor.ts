import { DomainError } from '../errors.ts'

/** A change of the cursor format needs a new version: old cursors are then rejected, not misread. */
const VERSION = '1'
const TAG_LENGTH = 11
/** The maximum length of a cursor, above that of any valid one. */
const MAX_LENGTH = 2_048

/**
 * The list, parent and filters that a cursor is valid for. They are hashed once per connection, so that the
 * cursor of an edge only costs its own sort key.
 */
export interface CursorBinding {
  readonly a: number
  readonly b: number
}

function mix(text: string, seedA: number, seedB: number): CursorBinding {
  let a = seedA
  let b = seedB
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13)
  }
  return { a: a >>> 0, b: b >>> 0 }
}

export function bindCursor(list: string, parent: string, filters: string): CursorBinding {
  return mix(`${list}\n${parent}\n${filters}`, 0x811c9dc5, 0x9747b28c)
}

/**
 * Detects damaged and foreign cursors. It is not a signature: a forged cursor can only name a position in a
 * list.
 */
function tagOf(binding: CursorBinding, key: string): string {
  const { a, b } = mix(key, binding.a, binding.b)
  // The bits that fit into a double: 32 of one lane and 20 of the other.
  // V8 writes a BigInt in a fifth of the time of a double.
  return BigInt(a * 0x100000 + (b >>> 12))
    .toString(36)
    .padStart(TAG_LENGTH, '0')
}

export const invalidCursor = (): DomainError =>
  new DomainError(
    'invalid_cursor',
    'This cursor is damaged or belongs to another list. Use a cursor from this list with the same filters, or start again without one.',
  )

/** Marks a packed key, as opposed to a single id. No id begins with it. */
const PACKED = '-'
const PLAIN_KEY = /^\w[\w-]*$/

/** The opaque position after one row: its sort values, the last of which is unique within the list. */
export function encodeCursor(binding: CursorBinding, sortValues: readonly string[]): string {
  const [only] = sortValues
  const isPlain = only !== undefined && sortValues.length === 1 && PLAIN_KEY.test(only)
  const key = isPlain ? only : PACKED + Buffer.from(JSON.stringify(sortValues)).toString('base64url')
  return VERSION + tagOf(binding, key) + key
}

/** The sort values in a cursor of this list; anything else is `invalid_cursor`. */
export function decodeCursor(binding: CursorBinding, cursor: string, width: number): string[] {
  const key = cursor.slice(1 + TAG_LENGTH)
  const isOurs =
    cursor.length <= MAX_LENGTH &&
    cursor[0] === VERSION &&
    cursor.slice(1, 1 + TAG_LENGTH) === tagOf(binding, key)
  const sortValues = isOurs ? sortValuesIn(key, width) : null
  if (!sortValues) throw invalidCursor()
  return sortValues
}

/**
 * Null when the cursor has another number of values: it is forged, or from before the list changed its
 * order.
 */
function sortValuesIn(key: string, width: number): string[] | null {
  const values = key.startsWith(PACKED) ? unpacked(key.slice(1)) : [key]
  // PostgreSQL's text cannot contain NUL; it would fail there and look like an internal error.
  const fits = Array.isArray(values) && values.length === width
  return fits && values.every((value) => typeof value === 'string' && !value.includes('\0')) ? values : null
}

function unpacked(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}
