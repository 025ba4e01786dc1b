import { generateNKeysBetween } from 'fractional-indexing'
import type { Queryable } from '../platform/database.ts'
import { statement } from '../platform/statements/statement.ts'

/** Rows that share one order. All of it is used under a lock, so the rows do not change meanwhile. */
export interface Siblings {
  readonly statements: ReturnType<typeof siblingStatements>
  /** The parameters of the conditions, from $1. */
  readonly values: readonly unknown[]
}

export interface Sibling {
  id: string
  orderKey: string
}

interface SiblingsDefinition {
  /** The name of the statements: one for each form of the conditions. */
  readonly name: string
  /** The tables, each with the SQL condition for a row `x` to be one of the siblings. */
  readonly tables: Readonly<Record<string, string>>
  /** The number of parameters in the conditions. */
  readonly parameters: number
}

/** Declares rows that share one order, by the parameters of their conditions. */
export function siblingsBy<Values extends readonly unknown[]>(
  definition: SiblingsDefinition & { parameters: Values['length'] },
): (...values: Values) => Siblings {
  const statements = siblingStatements(definition)
  return (...values) => ({ statements, values })
}

type Which = 'last' | 'previous' | 'next'

function siblingStatements({ name, tables, parameters }: SiblingsDefinition) {
  const unionOf = (select: (table: string, condition: string) => string) =>
    Object.entries(tables)
      .map(([table, condition]) => select(table, condition))
      .join(' UNION ALL ')
  const neighbourOf = (which: Which, direction: 'ASC' | 'DESC', boundary: string) => {
    const order = `ORDER BY "orderKey" ${direction}, "id" ${direction} LIMIT 1`
    const each = unionOf(
      (table, condition) => `(SELECT x."id", x."orderKey" FROM "${table}" x
        WHERE ${condition} AND x."id" <> $${parameters + 1} ${boundary} ${order})`,
    )
    return statement<Sibling>({ name: `${name}-${which}`, text: `SELECT * FROM (${each}) n ${order}` })
  }
  const from = `($${parameters + 2}, $${parameters + 3})`
  const all = unionOf(
    (table, condition) => `SELECT x."id", x."orderKey" FROM "${table}" x WHERE ${condition}`,
  )
  return {
    last: neighbourOf('last', 'DESC', ''),
    previous: neighbourOf('previous', 'DESC', `AND (x."orderKey", x."id") < ${from}`),
    next: neighbourOf('next', 'ASC', `AND (x."orderKey", x."id") > ${from}`),
    all: statement<Sibling>({
      name: `${name}-all`,
      text: `SELECT * FROM (${all}) n ORDER BY "orderKey", "id"`,
    }),
    renumber: Object.keys(tables).map((table) =>
      statement({
        name: `renumber${table}`,
        text: `UPDATE "${table}" x SET "orderKey" = n.key FROM unnest($1::text[], $2::text[]) AS n(id, key)
          WHERE x."id" = n.id`,
      }),
    ),
  }
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
  { statements, values }: Siblings,
  movingId: string,
  which: Which,
  from?: Sibling,
): Promise<Sibling | undefined> {
  const boundary = from ? [from.orderKey, from.id] : []
  const [sibling] = await db.query(statements[which], [...values, movingId, ...boundary])
  return sibling
}

async function renumber(db: Queryable, { statements, values }: Siblings): Promise<void> {
  const siblings = await db.query(statements.all, values)
  const ids = siblings.map(({ id }) => id)
  const keys = keysAfter(null, ids.length)
  for (const renumberTable of statements.renumber) await db.query(renumberTable, [ids, keys])
}
