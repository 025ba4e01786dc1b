import { statement } from '../../platform/statements/statement.ts'
import type { Scope } from '../access/viewer.ts'
import type { BatchDefinition, ReadDefinition } from './definitions.ts'
import { readOf } from './loaders.ts'

/** A value up to this many bytes is read together with its row. */
const INLINE_BYTES = 2_048
/** In a list, a longer value is too, if as many of its length as the list can have rows have at most this many bytes. */
const INLINE_LIST_BYTES = 2 * 1024 * 1024
/** The rows that a statement of a list can return: of so many parents, so many each. */
const LIST_ROWS = 'greatest(1, cardinality($1::text[]) * $2::int)'
/** The bytes of longer values that one statement reads, unless one value alone has more. */
const STATEMENT_BYTES = 1024 * 1024

/** A value that may be long: the value itself where it came with its row, and null where it has to be read by `id`. */
export interface LongValue<Value> {
  id: string
  value: Value | null
  bytes: number
}

/**
 * The columns `name` and `nameBytes` of a value that may be long. PostgreSQL knows the length of a text without reading
 * it, so a list of long texts takes no more memory than a list of short ones.
 */
export function longColumn(sql: string, name: string, bytes = `octet_length(${sql})`): string {
  return inlineColumn(sql, name, bytes, String(INLINE_BYTES))
}

/** The same in the columns of a list: a short page comes with longer values. */
export function longListColumn(sql: string, name: string): string {
  const inline = `greatest(${INLINE_BYTES}, ${INLINE_LIST_BYTES} / ${LIST_ROWS})`
  return inlineColumn(sql, name, `octet_length(${sql})`, inline)
}

const inlineColumn = (sql: string, name: string, bytes: string, inline: string): string =>
  `CASE WHEN ${bytes} <= ${inline} THEN ${sql} END AS "${name}", ${bytes} AS "${name}Bytes"`

/**
 * Reads values that did not come with their rows; null when the row was deleted in the meantime. The sizes are known, so
 * a request for more than its answer can hold is refused before anything is read. The SQL takes ids as `$1` and returns
 * `id` and `value`.
 */
export function longValue<Value>(definition: {
  name: string
  scope: Scope
  text: string
}): ReadDefinition<LongValue<Value>, Value | null> {
  const { name, scope, text } = definition
  const byIds = statement<{ id: string; value: Value }>({ name, text })
  const values: BatchDefinition<Pick<LongValue<Value>, 'id' | 'bytes'>, Value> = {
    name,
    cacheKey: ({ id }) => id,
    batch: async ({ db, meter }, keys) => {
      meter.admit(keys.reduce((sum, { bytes }) => sum + bytes, 0))
      const found = new Map<string, Value>()
      for (const part of partsWithin(keys, STATEMENT_BYTES)) {
        const ids = part.map(({ id }) => id)
        for (const row of await db.query(byIds, [ids])) {
          found.set(row.id, row.value)
        }
      }
      return keys.map(({ id }) => found.get(id) ?? null)
    },
  }
  return readOf(scope, async (reads, { id, value, bytes }) => value ?? reads.load(values, { id, bytes }))
}

/** Splits values into batches of at most this many bytes, in order. A larger value is a batch of its own. */
export function partsWithin<Thing extends { bytes: number }>(
  things: readonly Thing[],
  most: number,
): Thing[][] {
  const parts: Thing[][] = []
  let room = 0
  for (const thing of things) {
    if (parts.length === 0 || thing.bytes > room) {
      parts.push([])
      room = most
    }
    room -= thing.bytes
    parts.at(-1)?.push(thing)
  }
  return parts
}
