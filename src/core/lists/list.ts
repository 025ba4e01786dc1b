import DataLoader from 'dataloader'
import { Statement } from '../../platform/statements/statement.ts'
import { bindCursor, type CursorBinding, decodeCursor, invalidCursor } from './cursor.ts'
import type { Condition, ListAsk, ListDefinition, RequestLoaders, SortColumn, Walk } from './definitions.ts'
import { Page, type PageRequest } from './page.ts'

/** The viewer's user id in the SQL of a list. */
export const VIEWER = '$3'
/** The value of the first condition, for a list that is computed from it and not only filtered by it. */
export const FIRST_VALUE = '$4'

interface Plan<Row> {
  statement: Statement<Row & { parentOrdinal: string }>
  count: Statement<{ n: number }>
}

const plans = new WeakMap<object, Map<string, Plan<never>>>()
let planned = 0

/**
 * Statements are built once per combination of list, direction and filters, and prepared once per
 * connection. The key is the definition itself and not its name: two definitions that return the same rows
 * in different ways share a name, and accept each other's cursors.
 */
export function planFor<Parent, Filters, Row>(
  list: ListDefinition<Parent, Filters, Row>,
  conditions: Condition[],
  flags: { descending: boolean; after: boolean; before: boolean },
): Plan<Row> {
  const variant = [flags.descending, flags.after, flags.before, ...conditions.map((c) => c.sql)].join('|')
  const variants = plans.get(list) ?? new Map<string, Plan<never>>()
  plans.set(list, variants)
  const known = variants.get(variant)
  if (known) return known

  let parameters = 3
  const bind = () => `$${++parameters}`
  const restrictions = conditions.map(({ sql }) => sql.replaceAll('?', bind()))
  const where = [list.match, ...restrictions]
  const counted = where.join(' AND ')
  const boundaries: string[] = []
  const columns = list.sort.map((column) => column.sql).join(', ')
  const boundary = (operator: '<' | '>') => {
    const values = list.sort.map((column) => `${bind()}::${column.type}`).join(', ')
    return `(${columns}) ${operator} (${values})`
  }
  if (flags.after) boundaries.push(boundary(flags.descending ? '<' : '>'))
  if (flags.before) boundaries.push(boundary(flags.descending ? '>' : '<'))

  const name = `list${++planned}`
  const direction = flags.descending ? 'DESC' : 'ASC'
  const inOrder = `ORDER BY ${list.sort.map((column) => `${column.sql} ${direction}`).join(', ')}`
  const once = list.with ? `WITH ${list.with} ` : ''
  const rows = `${once}SELECT ${list.columns} FROM ${list.from} WHERE ${[...where, ...boundaries].join(' AND ')} ${inOrder} LIMIT $2`
  const plan: Plan<Row> = {
    statement: new Statement({
      name,
      text: `SELECT p.ord::text AS "parentOrdinal", r.* FROM unnest($1::text[]) WITH ORDINALITY AS p(key, ord)
        CROSS JOIN LATERAL (${list.walk ? walkedFirst(list, list.walk, { restrictions, boundaries, inOrder, rows }) : rows}) r
        WHERE ${VIEWER}::text IS NOT NULL ORDER BY p.ord`,
    }),
    count: new Statement({
      name: `${name}count`,
      // Parameters that a statement does not use are declared anyway, so that both statements share
      // one numbering.
      text: `SELECT r.n FROM unnest($1::text[]) WITH ORDINALITY AS p(key, ord)
        CROSS JOIN LATERAL (${once}SELECT count(*)::int AS n FROM ${list.from} WHERE ${counted} AND $2::int IS NOT NULL) r
        WHERE ${VIEWER}::text IS NOT NULL ORDER BY p.ord`,
    }),
  }
  variants.set(variant, plan as Plan<never>)
  return plan
}

/** The rows of a page: those of a walk if they fill it, otherwise all that the list finds. */
function walkedFirst<Parent, Filters, Row>(
  list: ListDefinition<Parent, Filters, Row>,
  { table, alias, joins, match = list.match, rows: most }: Walk,
  parts: { restrictions: string[]; boundaries: string[]; inOrder: string; rows: string },
): string {
  const { restrictions, boundaries, inOrder, rows } = parts
  return `WITH "walked" AS MATERIALIZED (
      SELECT ${list.columns} FROM (SELECT ${alias}.* FROM ${table} WHERE ${[match, ...boundaries].join(' AND ')}
        ${inOrder} LIMIT ${most}) ${alias} ${joins}
      WHERE ${['true', ...restrictions].join(' AND ')} ${inOrder} LIMIT $2)
    SELECT * FROM "walked" WHERE (SELECT count(*) FROM "walked") >= $2
    UNION ALL SELECT * FROM (${rows}) "found" WHERE (SELECT count(*) FROM "walked") < $2`
}

interface Ask<Parent> {
  parent: Parent
  binding: CursorBinding
}

/** Batches all queries of one list with the same arguments into one statement, for any number of parents. */
export class ListReader<Parent, Filters, Row extends object> {
  readonly #pages: DataLoader<Ask<Parent>, Page<Row, Parent>>
  readonly #counts: DataLoader<Parent, number, string>
  readonly #list: ListDefinition<Parent, Filters, Row>
  readonly #request: PageRequest
  readonly #filterText: string

  constructor(
    reads: RequestLoaders,
    list: ListDefinition<Parent, Filters, Row>,
    { filters, request }: ListAsk<Filters>,
  ) {
    this.#list = list
    this.#request = request
    this.#filterText = JSON.stringify(filters)
    const conditions = list.conditions?.(filters) ?? []
    const values = conditions.map((condition) => condition.value)
    const forwardDescending = list.order(filters) === 'desc'

    this.#pages = new DataLoader(
      async (asks) => {
        const [first] = asks
        const width = list.sort.length
        const cursors = [request.after, request.before].map((cursor) =>
          cursor === undefined || first === undefined ? [] : decodeCursor(first.binding, cursor, width),
        )
        const descending = request.backward ? !forwardDescending : forwardDescending
        const [after, before] = request.backward
          ? [request.before, request.after]
          : [request.after, request.before]
        const { statement } = planFor(list, conditions, {
          descending,
          after: after !== undefined,
          before: before !== undefined,
        })
        const boundaries = request.backward ? cursors.reverse().flat() : cursors.flat()
        const parents = asks.map(({ parent }) => parent)
        const keys = list.keys ? await list.keys(reads, parents) : parents.map(list.key)
        const parameters = [keys, request.limit + 1, reads.viewer.userId, ...values, ...boundaries]
        const rows = await reads.batch(list.name, ({ db }) => db.query(statement, parameters))
        return pagesOf(rows, asks, request, list, reads, (parent) => this.#counts.load(parent))
      },
      { cache: false },
    )

    this.#counts = new DataLoader(
      async (parents) => {
        const { count } = planFor(list, conditions, {
          descending: forwardDescending,
          after: false,
          before: false,
        })
        const keys = list.keys ? await list.keys(reads, parents) : parents.map(list.key)
        const parameters = [keys, 0, reads.viewer.userId, ...values]
        const rows = await reads.batch(`${list.name} count`, ({ db }) => db.query(count, parameters))
        return rows.map((row) => row.n)
      },
      { cacheKeyFn: list.key },
    )
  }

  page(parent: Parent): Promise<Page<Row, Parent>> {
    const binding =
      this.#list.cursor?.(parent) ?? bindCursor(this.#list.name, this.#list.key(parent), this.#filterText)
    // Checked for each parent before it joins the batch: a cursor from another parent's list is invalid.
    for (const cursor of [this.#request.after, this.#request.before]) {
      if (cursor !== undefined)
        requirePlace(this.#list.sort, decodeCursor(binding, cursor, this.#list.sort.length))
    }
    return this.#pages.load({ parent, binding })
  }
}

/** The text forms that PostgreSQL accepts for each sort type. */
const isPlace: Record<SortColumn<never>['type'], (value: string) => boolean> = {
  text: () => true,
  bigint: (value) => /^\d{1,18}$/.test(value),
  timestamptz: isMoment,
}

/**
 * The exact format of a time in a cursor: `Date` alone would also accept years that PostgreSQL does not
 * support.
 */
function isMoment(value: string): boolean {
  const time = /^[12]\d{3}-/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString() === value
}

/**
 * A forged cursor can contain anything; a value that its column cannot hold would fail in the database and
 * look like an internal error.
 */
function requirePlace(sort: readonly { type: SortColumn<never>['type'] }[], values: readonly string[]): void {
  if (!sort.every(({ type }, index) => isPlace[type](values[index] ?? ''))) throw invalidCursor()
}

function pagesOf<Parent, Filters, Row extends object>(
  rows: (Row & { parentOrdinal: string })[],
  asks: readonly Ask<Parent>[],
  request: PageRequest,
  list: ListDefinition<Parent, Filters, Row>,
  reads: RequestLoaders,
  count: (parent: Parent) => Promise<number>,
): Page<Row, Parent>[] {
  const perParent: Row[][] = asks.length === 1 ? [rows] : asks.map(() => [])
  if (asks.length > 1) for (const row of rows) perParent[Number(row.parentOrdinal) - 1]?.push(row)

  return asks.map(({ parent, binding }, index) => {
    let kept = perParent[index] ?? []
    const hasMore = kept.length > request.limit
    // The extra row only shows that there are more; it is not converted or expanded.
    if (hasMore) kept.pop()
    if (list.shape) {
      const { shape } = list
      kept = kept.map((row) => shape(row, parent, reads))
    }
    if (request.backward) kept.reverse()
    // A page of everything is its own count.
    const isWhole = !hasMore && request.after === undefined && request.before === undefined
    return new Page({
      rows: kept,
      hasNextPage: request.backward ? request.before !== undefined : hasMore,
      hasPreviousPage: request.backward ? hasMore : request.after !== undefined,
      binding,
      parent,
      sortValues: (row) => list.sort.map((column) => column.value(row)),
      count: isWhole ? async () => kept.length : () => count(parent),
    })
  })
}
