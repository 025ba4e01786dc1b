import { type CursorBinding, decodeCursor } from './cursor.ts'
import type { ListAsk, SortColumn } from './list.ts'
import type { LoaderDefinition, Reads } from './loaders.ts'
import { Page } from './page.ts'

/** A list that is worked out and not stored: all of it at once, through a loader that batches over parents. */
export interface ComputedList<Parent, Row> {
  name: string
  /** The whole list, in ascending order of `sort`. */
  all: LoaderDefinition<Parent, Row[]>
  sort: Pick<SortColumn<Row>, 'type' | 'value'>[]
  cursor: (parent: Parent) => CursorBinding
}

/** A page of a computed list, cut by the same rules as those that PostgreSQL cuts. */
export async function pageOfComputed<Parent, Row extends object>(
  reads: Reads,
  list: ComputedList<Parent, Row>,
  parent: Parent,
  { request }: ListAsk<unknown>,
): Promise<Page<Row>> {
  const binding = list.cursor(parent)
  const [after, before] = [request.after, request.before].map((cursor) =>
    cursor === undefined ? undefined : decodeCursor(binding, cursor, list.sort.length),
  )
  const all = (await reads.load(list.all, parent)) ?? []
  const sortValues = (row: Row) => list.sort.map((column) => column.value(row))
  const within = all.filter(
    (row) =>
      (!after || compare(list.sort, sortValues(row), after) > 0) &&
      (!before || compare(list.sort, sortValues(row), before) < 0),
  )
  const hasMore = within.length > request.limit
  return new Page({
    rows: request.backward ? within.slice(-request.limit) : within.slice(0, request.limit),
    hasNextPage: request.backward ? before !== undefined : hasMore,
    hasPreviousPage: request.backward ? hasMore : after !== undefined,
    binding,
    parent,
    sortValues,
    count: async () => all.length,
  })
}

function compare(
  sort: readonly { type: string }[],
  one: readonly string[],
  other: readonly string[],
): number {
  for (const [index, { type }] of sort.entries()) {
    const [left, right] = [one[index] ?? '', other[index] ?? '']
    if (left === right) continue
    if (type === 'bigint') return Number(left) - Number(right)
    return left < right ? -1 : 1
  }
  return 0
}
