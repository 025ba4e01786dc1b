import { DomainError } from './errors.ts'

/** Changing what a cursor holds means a new version: old ones are then refused, not misread. */
const VERSION = '1'
const TAG_LENGTH = 12
/** Longer than any cursor of ours, and short enough to be looked at. */
const MAX_LENGTH = 2_048

/**
 * What a cursor is good for: one list, one parent, one set of filters. Hashing it once per connection keeps the cost
 * of an edge's cursor to the few characters of its own sort key.
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

/** Tells a damaged or foreign cursor from a good one. Not a signature: a forged cursor can only name a place in a list. */
function tagOf(binding: CursorBinding, key: string): string {
  const { a, b } = mix(key, binding.a, binding.b)
  return (a.toString(36) + b.toString(36)).padStart(14, '0').slice(-TAG_LENGTH)
}

export const invalidCursor = (): DomainError =>
  new DomainError(
    'invalid_cursor',
    'This cursor is damaged or belongs to another list. Pass one that this list gave you with the same filters, or none to start over.',
  )

/** The opaque place after one row: its sort values, the last of which is unique within the list. */
export function encodeCursor(binding: CursorBinding, sortValues: readonly string[]): string {
  const key = sortValues.length === 1 ? (sortValues[0] ?? '') : JSON.stringify(sortValues)
  return Buffer.from(`${VERSION}${tagOf(binding, key)}${key}`).toString('base64url')
}

/** The sort values in a cursor of exactly this list; anything else is `invalid_cursor`. */
export function decodeCursor(binding: CursorBinding, cursor: string, width: number): string[] {
  if (cursor.length > MAX_LENGTH) throw invalidCursor()
  const text = Buffer.from(cursor, 'base64url').toString()
  const key = text.slice(1 + TAG_LENGTH)
  const isOurs =
    text[0] === VERSION &&
    text.slice(1, 1 + TAG_LENGTH) === tagOf(binding, key) &&
    Buffer.from(text).toString('base64url') === cursor
  const sortValues = isOurs ? sortValuesIn(key, width) : null
  if (!sortValues) throw invalidCursor()
  return sortValues
}

/** Null for what no cursor of this width holds: a forged one, or one from before the list changed its order. */
function sortValuesIn(key: string, width: number): string[] | null {
  const values = width === 1 ? [key] : parsed(key)
  // PostgreSQL's text has no NUL; passed on, it would fail there and look like a fault of ours.
  const fits = Array.isArray(values) && values.length === width
  return fits && values.every((value) => typeof value === 'string' && !value.includes('\0')) ? values : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
