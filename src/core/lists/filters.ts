import { z } from 'zod'
import type { Condition } from './definitions.ts'

/** The value of a filter that filters nothing, for a filter that would otherwise narrow a list by itself. */
export const ALL = 'all'

/** More values than a filter by ids or by types needs. */
const MAX_VALUES = 200

/** A filter by a closed set: one value or several, of which any matches. */
export const anyOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(MAX_VALUES)

/** The condition of such a filter. One value is compared by itself, so that an index can be walked in order. */
export function amongst(column: string, type: string, values: readonly string[] | undefined): Condition[] {
  const [only, ...others] = new Set(values)
  if (only === undefined || values?.includes(ALL)) return []
  if (others.length === 0) return [{ sql: `${column} = ?::${type}`, value: only }]
  return [{ sql: `${column} = ANY(?::${type}[])`, value: [only, ...others] }]
}
