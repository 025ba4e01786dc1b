import { describe, expect, it } from 'vitest'
import { bindCursor } from '../../src/core/lists/cursor.ts'
import type { BatchDefinition, ComputedList } from '../../src/core/lists/definitions.ts'
import { BatchingLoaders } from '../../src/core/lists/loaders.ts'
import type { Page, PageRequest } from '../../src/core/lists/page.ts'

interface Row {
  rank: number
  id: string
}

const viewer = { userId: 'usr_1', tokenId: 'tok_1', scopes: [], expiresAt: null }
const reads = () =>
  new BatchingLoaders({ query: () => Promise.reject(new Error('There is nothing to query.')) }, viewer)
const rowsOf = (...ranks: number[]): Row[] => ranks.map((rank) => ({ rank, id: `row${rank}` }))

function listOf(rows: Row[], more: Partial<ComputedList<string, Row>> = {}): ComputedList<string, Row> {
  return {
    name: 'toys',
    all: { name: 'allToys', batch: async (_reads, parents) => parents.map(() => rows) },
    // As numbers: as texts, 10 would come before 9.
    sort: [
      { type: 'bigint', value: ({ rank }) => String(rank) },
      { type: 'text', value: ({ id }) => id },
    ],
    cursor: (parent) => bindCursor('toys', parent, ''),
    ...more,
  }
}

const pageOf = (list: ComputedList<string, Row>, request: Partial<PageRequest>) =>
  reads().list(list, 'parent', { filters: {}, request: { limit: 2, backward: false, ...request } })
const shown = ({ rows, hasNextPage, hasPreviousPage }: Page<Row>) => [
  rows.map(({ rank }) => rank),
  hasPreviousPage,
  hasNextPage,
]

describe('a computed list', () => {
  const list = listOf(rowsOf(8, 9, 10, 11, 12))
  const cursorAt = async (rank: number) => {
    const page = await pageOf(list, { limit: 10 })
    return page.cursorOf(page.rows.find((row) => row.rank === rank) ?? { rank, id: `row${rank}` })
  }

  it('is paginated from the start', async () => {
    expect(shown(await pageOf(list, {}))).toEqual([[8, 9], false, true])
    expect(shown(await pageOf(list, { limit: 4 }))).toEqual([[8, 9, 10, 11], false, true])
    expect(shown(await pageOf(list, { limit: 5 }))).toEqual([[8, 9, 10, 11, 12], false, false])
    expect(await (await pageOf(list, {})).totalCount()).toBe(5)
  })

  it('continues after a cursor, and ends before one', async () => {
    expect(shown(await pageOf(list, { after: await cursorAt(9) }))).toEqual([[10, 11], true, true])
    expect(shown(await pageOf(list, { after: await cursorAt(10) }))).toEqual([[11, 12], true, false])
    expect(shown(await pageOf(list, { before: await cursorAt(10) }))).toEqual([[8, 9], false, false])
    const between = { after: await cursorAt(8), before: await cursorAt(11) }
    expect(shown(await pageOf(list, between))).toEqual([[9, 10], true, false])
  })

  it('is paginated from the end', async () => {
    const backward = true
    expect(shown(await pageOf(list, { backward }))).toEqual([[11, 12], true, false])
    expect(shown(await pageOf(list, { backward, before: await cursorAt(10) }))).toEqual([[8, 9], false, true])
    expect(shown(await pageOf(list, { backward, before: await cursorAt(11) }))).toEqual([[9, 10], true, true])
  })

  it('continues at the position of a deleted row', async () => {
    const cursor = await cursorAt(10)
    expect(shown(await pageOf(listOf(rowsOf(8, 9, 11, 12)), { after: cursor }))).toEqual([
      [11, 12],
      true,
      false,
    ])
  })

  it('orders rows of the same first value by the second', async () => {
    const rows = [
      { rank: 1, id: 'a' },
      { rank: 1, id: 'b' },
      { rank: 1, id: 'c' },
    ]
    const first = await pageOf(listOf(rows), { limit: 1 })
    const second = await pageOf(listOf(rows), { limit: 1, after: first.endCursor ?? '' })
    expect(second.rows).toEqual([rows[1]])
  })

  it('continues at a row that was moved, and at its former position when it was deleted', async () => {
    const isAt = (row: Row, values: readonly string[]) => row.id === values.at(-1)
    const moved = listOf([{ rank: 8, id: 'row8' }, { rank: 9, id: 'row12' }, ...rowsOf(10, 11)], { isAt })
    const cursor = await cursorAt(12)
    expect(shown(await pageOf(moved, { after: cursor }))).toEqual([[10, 11], true, false])
    expect(shown(await pageOf(moved, { before: cursor }))).toEqual([[8], false, false])
    const gone = listOf(rowsOf(8, 9, 11), { isAt })
    expect(shown(await pageOf(gone, { after: await cursorAt(10) }))).toEqual([[11], true, false])
    // The row that has its position now was after it.
    const replaced = listOf([{ rank: 10, id: 'other' }, ...rowsOf(11)], { isAt })
    expect(shown(await pageOf(replaced, { after: await cursorAt(10) }))).toEqual([[10, 11], true, false])
  })

  it('of a missing parent is empty', async () => {
    const none = listOf([], { all: { name: 'none', batch: async () => [null] } })
    const page = await pageOf(none, {})
    expect(shown(page)).toEqual([[], false, false])
    expect([page.startCursor, page.endCursor]).toEqual([null, null])
  })
})

describe('the reads of a request', () => {
  function counting() {
    const batches: number[] = []
    const definition: BatchDefinition<number, string> = {
      name: 'texts',
      batch: async (_reads, keys) => {
        batches.push(keys.length)
        return keys.map(String)
      },
    }
    return { batches, definition }
  }

  it('are batched, at most a thousand at a time, and cached until the cache is cleared', async () => {
    const { batches, definition } = counting()
    const one = reads()
    const keys = Array.from({ length: 1_001 }, (_, key) => key)
    expect(await Promise.all(keys.map((key) => one.load(definition, key)))).toEqual(keys.map(String))
    expect(batches).toEqual([1_000, 1])
    await one.load(definition, 5)
    expect(batches).toHaveLength(2)
    one.forget()
    await one.load(definition, 5)
    expect(batches).toEqual([1_000, 1, 1])
  })

  it('load many keys at once, and none without a statement', async () => {
    const { batches, definition } = counting()
    expect(await reads().loadMany(definition, [1, 2])).toEqual(['1', '2'])
    expect(await reads().loadMany(definition, [])).toEqual([])
    expect(batches).toEqual([2])
  })

  it('keep the stored values of each owner separate', () => {
    const one = reads()
    const [mine, theirs] = [{}, {}]
    one.notes<string, number>(mine).set('role', 1)
    expect(one.notes<string, number>(mine).get('role')).toBe(1)
    expect(one.notes<string, number>(theirs).get('role')).toBeUndefined()
  })
})
