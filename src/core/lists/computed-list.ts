import { decodeCursor } from './cursor.ts'
import type { ComputedList, ListAsk, RequestLoaders } from './definitions.ts'
import { Page } from './page.ts'

/** A page of a computed list, with the same rules as the pages from PostgreSQL. */
export async function pageOfComputedList<Parent, Row extends object>(
  reads: RequestLoaders,
  list: ComputedList<Parent, Row>,
  parent: Parent,
  { request }: ListAsk<unknown>,
): Promise<Page<Row, Parent>> {
  const binding = list.cursor(parent)
  const [after, before] = [request.after, request.before].map((cursor) =>
    cursor === undefined ? undefined : decodeCursor(binding, cursor, list.sort.length),
  )
  const all = (await reads.load(list.all, parent)) ?? []
  const sortValues = (row: Row) => list.sort.map((column) => column.value(row))
  const place = (cursor: readonly string[]) => {
    const at = list.isAt ? all.findIndex((row) => list.isAt?.(row, cursor)) : -1
    // If the row no longer exists, the row that is now in its place came after it.
    const values = list.isAt ? [...cursor.slice(0, -1), ''] : cursor
    const order = (row: Row) => compare(list.sort, sortValues(row), values)
    return at < 0 ? order : (_row: Row, index: number) => index - at
  }
  const [afterPlace, beforePlace] = [after && place(after), before && place(before)]
  const within = all.filter(
    (row, index) =>
      (!afterPlace || afterPlace(row, index) > 0) && (!beforePlace || beforePlace(row, index) < 0),
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
