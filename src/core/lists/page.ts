import { z } from 'zod'
import { type CursorBinding, encodeCursor } from './cursor.ts'

export const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 1000

/** The filters of a list that has none. */
export const NoFilters = z.object({})

const Limit = z.int().min(1).max(MAX_LIMIT)

/** A request for a part of a list, in both APIs. `backward` counts from the end. */
export interface PageRequest {
  limit: number
  after?: string | undefined
  before?: string | undefined
  backward: boolean
}

/** The REST query of every list: a cursor called `page`, and a limit. */
export const RestPage = z
  .object({ page: z.string().optional(), limit: Limit.default(DEFAULT_LIMIT) })
  .transform(({ page, limit }): PageRequest => ({ limit, after: page, backward: false }))

/**
 * The Relay arguments of every connection. The schema shows the default of `first`, so it is set together with a `last` whose
 * caller did not send it.
 */
export const RelayPage = z
  .object({
    first: Limit.nullish(),
    after: z.string().nullish(),
    last: Limit.nullish(),
    before: z.string().nullish(),
  })
  .refine(
    ({ first, last }) => first == null || last == null || first === DEFAULT_LIMIT,
    'Use first or last, not both.',
  )
  .transform(({ first, after, last, before }): PageRequest => {
    const backward = last != null
    return {
      limit: last ?? first ?? DEFAULT_LIMIT,
      after: after ?? undefined,
      before: before ?? undefined,
      backward,
    }
  })

interface Edge<Row> {
  readonly node: Row
  readonly cursor: string
}

/** An edge whose cursor is computed only when it is read. */
class LazyEdge<Row> implements Edge<Row> {
  readonly node: Row
  readonly #page: Page<Row>

  constructor(node: Row, page: Page<Row>) {
    this.node = node
    this.#page = page
  }

  get cursor(): string {
    return this.#page.cursorOf(this.node)
  }
}

interface PageParts<Row, Parent> {
  rows: Row[]
  hasNextPage: boolean
  hasPreviousPage: boolean
  binding: CursorBinding
  /** The parent of the list. */
  parent: Parent
  /** A method, because a page calls it with its own rows only: a page of rows is also one of what they extend. */
  sortValues(row: Row): string[]
  count: () => Promise<number>
}

/**
 * A part of a list, in the shape that a Relay connection reads directly and the REST envelope is built
 * from.
 */
export class Page<Row, Parent = unknown> {
  readonly rows: Row[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #parts: PageParts<Row, Parent>

  constructor(parts: PageParts<Row, Parent>) {
    this.rows = parts.rows
    this.hasNextPage = parts.hasNextPage
    this.hasPreviousPage = parts.hasPreviousPage
    this.#parts = parts
  }

  cursorOf(row: Row): string {
    return encodeCursor(this.#parts.binding, this.#parts.sortValues(row))
  }

  /** The parent of the list, for fields of a connection other than its rows. */
  get parent(): Parent {
    return this.#parts.parent
  }

  /** The `nodes` field of a connection. */
  get nodes(): Row[] {
    return this.rows
  }

  get edges(): Edge<Row>[] {
    return this.rows.map((row) => new LazyEdge(row, this))
  }

  get startCursor(): string | null {
    const first = this.rows[0]
    return first === undefined ? null : this.cursorOf(first)
  }

  get endCursor(): string | null {
    const last = this.rows.at(-1)
    return last === undefined ? null : this.cursorOf(last)
  }

  get pageInfo(): this {
    return this
  }

  /** The number of rows in the whole list: one batched statement, run only when called. */
  totalCount(): Promise<number> {
    return this.#parts.count()
  }
}
