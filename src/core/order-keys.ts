import { generateNKeysBetween } from 'fractional-indexing'
import type { Queryable } from '../platform/database.ts'

/** Rows that share one order. All of it is used under a lock, so the rows do not change meanwhile. */
export interface Siblings {
  /** The name of prepared statements: one for each form of the conditions. */
  readonly name: string
  /** The tables, each with the SQL condition for a row `x` to be one of the siblings. */
  readonly tables: Readonly<Record<string, string>>
  /** The parameters of the conditions, from $1. */
  readonly values: readonly unknown[]
}

export interface Sibling {
  id: string
  orderKey: string
}

/** A position next to a sibling. */
export interface Beside {
  side: 'before' | 'after'
  sibling: Sibling
}

/** The longest order key. When a new key would be longer, all siblings get new keys. */
const MAX_KEY_LENGTH = 64

/**
 * The order key for a position: next to a sibling, or the last one. When no key fits (old rows can share a
 * key, with ties broken by id) or it would be too long, all siblings get new keys, and the position is read
 * again.
 */
export async function keyAt(
  db: Queryable,
  siblings: Siblings,
  position: () => Promise<Beside | null>,
  movingId = '',
): Promise<string> {
  const [key = ''] = await keysAt(db, siblings, position, { count: 1, movingId })
  return key
}

/** The same for several rows, in their order. */
export async function keysAt(
  db: Queryable,
  siblings: Siblings,
  position: () => Promise<Beside | null>,
  { count, movingId = '' }: { count: number; movingId?: string },
): Promise<string[]> {
  const first = keysIn(await gapAt(db, siblings, await position(), movingId), count)
  if (first !== null) return first
  await renumber(db, siblings)
  const second = keysIn(await gapAt(db, siblings, await position(), movingId), count)
  if (second === null) throw new Error('Siblings with new order keys leave no room between them.')
  return second
}

/** Keys for rows that are added after a key, in their order. */
export const keysAfter = (last: string | null, count: number): string[] =>
  generateNKeysBetween(last, null, count)

/** The last sibling. */
export const lastOf = (db: Queryable, siblings: Siblings): Promise<Sibling | undefined> =>
  neighbour(db, siblings, '', 'last')

type Gap = [before: string | null, after: string | null]

function keysIn([before, after]: Gap, count: number): string[] | null {
  if (before !== null && after !== null && before >= after) return null
  const keys = generateNKeysBetween(before, after, count)
  return keys.some((key) => key.length > MAX_KEY_LENGTH) ? null : keys
}

async function gapAt(
  db: Queryable,
  siblings: Siblings,
  position: Beside | null,
  movingId: string,
): Promise<Gap> {
  if (!position) return [(await neighbour(db, siblings, movingId, 'last'))?.orderKey ?? null, null]
  const { side, sibling } = position
  return side === 'before'
    ? [(await neighbour(db, siblings, movingId, 'previous', sibling))?.orderKey ?? null, sibling.orderKey]
    : [sibling.orderKey, (await neighbour(db, siblings, movingId, 'next', sibling))?.orderKey ?? null]
}

async function neighbour(
  db: Queryable,
  { name, tables, values }: Siblings,
  movingId: string,
  which: 'last' | 'previous' | 'next',
  from?: Sibling,
): Promise<Sibling | undefined> {
  const parameter = (index: number) => `$${values.length + index}`
  const direction = which === 'next' ? 'ASC' : 'DESC'
  const comparison = which === 'next' ? '>' : '<'
  const boundary = from ? `AND (x."orderKey", x."id") ${comparison} (${parameter(2)}, ${parameter(3)})` : ''
  const order = `ORDER BY "orderKey" ${direction}, "id" ${direction} LIMIT 1`
  const each = Object.entries(tables).map(
    ([table, condition]) =>
      `(SELECT x."id", x."orderKey" FROM "${table}" x WHERE ${condition} AND x."id" <> ${parameter(1)}
        ${boundary} ${order})`,
  )
  const [sibling] = await db.query<Sibling>(
    { name: `${name}-${which}`, text: `SELECT * FROM (${each.join(' UNION ALL ')}) n ${order}` },
    [...values, movingId, ...(from ? [from.orderKey, from.id] : [])],
  )
  return sibling
}

async function renumber(db: Queryable, { name, tables, values }: Siblings): Promise<void> {
  const each = Object.entries(tables).map(
    ([table, condition]) => `SELECT x."id", x."orderKey" FROM "${table}" x WHERE ${condition}`,
  )
  const siblings = await db.query<Sibling>(
    { name: `${name}-all`, text: `SELECT * FROM (${each.join(' UNION ALL ')}) n ORDER BY "orderKey", "id"` },
    [...values],
  )
  const ids = siblings.map(({ id }) => id)
  const keys = keysAfter(null, ids.length)
  for (const table of Object.keys(tables)) {
    await db.query(
      {
        name: `renumber${table}`,
        text: `UPDATE "${table}" x SET "orderKey" = n.key FROM unnest($1::text[], $2::text[]) AS n(id, key)
          WHERE x."id" = n.id`,
      },
      [ids, keys],
    )
  }
}
