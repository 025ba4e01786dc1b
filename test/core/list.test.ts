import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { bindCursor, encodeCursor } from '../../src/core/lists/cursor.ts'
import { defineList } from '../../src/core/lists/define-list.ts'
import type { ListAsk } from '../../src/core/lists/definitions.ts'
import { BatchingLoaders } from '../../src/core/lists/loaders.ts'
import type { Page } from '../../src/core/lists/page.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

interface Stone {
  id: string
  laidAt: Date
  colour: string
}
interface Filters {
  order: 'asc' | 'desc'
  colour?: string
}
type Wall = { id: string }

/** Sorted by a time that many rows share, then by id: an inexact page boundary would lose rows. */
const stonesOfWall = defineList<Wall, Filters, Stone>({
  name: 'stones',
  columns: 's."id", s."laidAt", s."colour"',
  from: '"Stone" s',
  match: 's."wallId" = p.key',
  key: (wall) => wall.id,
  conditions: ({ colour }) => (colour === undefined ? [] : [{ sql: 's."colour" = ?', value: colour }]),
  sort: [
    { sql: 's."laidAt"', type: 'timestamptz', value: (stone) => stone.laidAt.toISOString() },
    { sql: 's."id"', type: 'text', value: (stone) => stone.id },
  ],
  order: ({ order }) => order,
})

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.database.pool.query(`CREATE TABLE "Stone" ("id" text COLLATE "C" PRIMARY KEY, "wallId" text NOT NULL,
    "laidAt" timestamptz(3) NOT NULL, "colour" text NOT NULL)`)
})
afterAll(() => db.drop())

const viewer = { userId: newId('User'), tokenId: newId('ApiToken'), scopes: [], expiresAt: null }
const newReads = () => new BatchingLoaders(db.database, viewer)
const newWall = (): Wall => ({ id: newId('Space') })

/** Few times, so that most stones share theirs. */
const momentAt = (moment: number) => new Date(Date.UTC(2026, 10, 15, 1, 2, 3, moment))

async function lay(wall: Wall, moments: readonly number[], colour = 'grey'): Promise<string[]> {
  // Ids with the same time are not in the order of insertion, as with several nodes.
  const ids = moments.map(() => newId('Page')).reverse()
  await db.database.pool.query(
    `INSERT INTO "Stone" SELECT i, $1, t, $4 FROM unnest($2::text[], $3::timestamptz[]) AS x(i, t)`,
    [wall.id, ids, moments.map(momentAt), colour],
  )
  return ids
}

const remove = (ids: readonly string[]) =>
  db.database.pool.query('DELETE FROM "Stone" WHERE "id" = ANY($1)', [ids])

async function inOrder(wall: Wall, order: 'asc' | 'desc'): Promise<string[]> {
  const { rows } = await db.database.pool.query<{ id: string }>(
    `SELECT "id" FROM "Stone" WHERE "wallId" = $1 ORDER BY "laidAt" ${order}, "id" ${order}`,
    [wall.id],
  )
  return rows.map(({ id }) => id)
}

interface Walk {
  order: 'asc' | 'desc'
  limit: number
  backward: boolean
  betweenPages?: (page: number, seen: Stone[]) => Promise<void>
}

/** All pages in the order of the list, each read by its own request. */
async function walk(wall: Wall, { order, limit, backward, betweenPages }: Walk): Promise<Stone[]> {
  const seen: Stone[] = []
  let cursor: string | undefined
  for (let number = 0; ; number++) {
    const request = backward ? { limit, before: cursor, backward } : { limit, after: cursor, backward }
    const page: Page<Stone> = await newReads().list(stonesOfWall, wall, { filters: { order }, request })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    if (backward) seen.unshift(...page.rows)
    else seen.push(...page.rows)
    if (!(backward ? page.hasPreviousPage : page.hasNextPage)) return seen
    expect(page.rows.length).toBe(limit)
    cursor = (backward ? page.startCursor : page.endCursor) ?? undefined
    await betweenPages?.(number, seen)
  }
}

const moments = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 30 })
const way = fc.record({
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 12 }),
  backward: fc.boolean(),
})
const idsOf = (stones: readonly Stone[]) => stones.map(({ id }) => id)

describe('a list that is read page by page', () => {
  it('returns every row once and in order, in both directions, with any limit', async () => {
    await fc.assert(
      fc.asyncProperty(moments, way, async (laid, how) => {
        const wall = newWall()
        await lay(wall, laid)
        expect(idsOf(await walk(wall, how))).toEqual(await inOrder(wall, how.order))
      }),
      { numRuns: 40 },
    )
  })

  it('skips and repeats nothing while rows are added and removed', async () => {
    const change = fc.record({
      laid: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }),
      removed: fc.array(fc.nat(), { maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(moments, way, fc.array(change, { maxLength: 10 }), async (laid, how, changes) => {
        const wall = newWall()
        const lasting = new Set(await lay(wall, laid))
        const betweenPages = async (page: number, seen: Stone[]) => {
          const { laid: added = [], removed = [] } = changes[page] ?? {}
          await lay(wall, added)
          const present = await inOrder(wall, how.order)
          // The row of the cursor is deleted too: its cursor must stay valid.
          const edge = how.backward ? seen[0] : seen.at(-1)
          const gone = removed.flatMap((index) => present[index % Math.max(1, present.length)] ?? [])
          if (edge && removed.length > 0) gone.push(edge.id)
          await remove(gone)
          for (const id of gone) lasting.delete(id)
        }
        const seen = await walk(wall, { ...how, betweenPages })
        expect(new Set(idsOf(seen)).size).toBe(seen.length)
        const sign = how.order === 'asc' ? 1 : -1
        const sorted = seen.toSorted(
          (a, b) => sign * (a.laidAt.getTime() - b.laidAt.getTime() || (a.id < b.id ? -1 : 1)),
        )
        expect(idsOf(seen)).toEqual(idsOf(sorted))
        expect(idsOf(seen).filter((id) => lasting.has(id))).toEqual(
          (await inOrder(wall, how.order)).filter((id) => lasting.has(id)),
        )
      }),
      { numRuns: 40 },
    )
  })

  it('returns the rows between two cursors', async () => {
    const wall = newWall()
    await lay(wall, [0, 0, 1, 1, 1, 2, 2, 3])
    const order = await inOrder(wall, 'asc')
    const all = await newReads().list(stonesOfWall, wall, {
      filters: { order: 'asc' },
      request: { limit: 100, backward: false },
    })
    const cursors = all.edges.map(({ cursor }) => cursor)
    for (const backward of [false, true]) {
      const between = { limit: 100, after: cursors[1], before: cursors[6], backward }
      const page = await newReads().list(stonesOfWall, wall, { filters: { order: 'asc' }, request: between })
      expect(idsOf(page.rows)).toEqual(order.slice(2, 6))
    }
  })
})

describe('lists of several parents', () => {
  it('are read by one statement, and counted by one more', async () => {
    const walls = [newWall(), newWall(), newWall()]
    for (const [index, wall] of walls.entries()) await lay(wall, Array(index * 3).fill(0))
    const reads = newReads()
    db.statements.length = 0
    const ask: ListAsk<Filters> = { filters: { order: 'asc' }, request: { limit: 2, backward: false } }
    const pages = await Promise.all(walls.map((wall) => reads.list(stonesOfWall, wall, ask)))
    expect(pages.map(({ rows }) => rows.length)).toEqual([0, 2, 2])
    expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual([false, true, true])
    expect(db.statements.map(({ rows }) => rows)).toEqual([0 + 3 + 3])
    expect(await Promise.all(pages.map((page) => page.totalCount()))).toEqual([0, 3, 6])
    expect(db.statements.length).toBe(2)
  })
})

describe('a cursor of another list', () => {
  it('is rejected below another parent, with another filter and in another order', async () => {
    const [wall, other] = [newWall(), newWall()]
    await lay(wall, [0, 1, 2])
    const filters: Filters = { order: 'asc' }
    const page = await newReads().list(stonesOfWall, wall, {
      filters,
      request: { limit: 1, backward: false },
    })
    const request = { limit: 1, after: page.endCursor ?? '', backward: false }
    const refusal = { reason: 'invalid_cursor' }
    const ask = async (where: Wall, which: Filters) =>
      newReads().list(stonesOfWall, where, { filters: which, request })
    await expect(ask(other, filters)).rejects.toMatchObject(refusal)
    await expect(ask(wall, { order: 'desc' })).rejects.toMatchObject(refusal)
    await expect(ask(wall, { order: 'asc', colour: 'red' })).rejects.toMatchObject(refusal)
    await expect(ask(wall, filters)).resolves.toMatchObject({ hasPreviousPage: true })
  })
})

describe('a filter', () => {
  it('fills pages with matching rows, and counts the same', async () => {
    const wall = newWall()
    await lay(wall, [0, 1, 1, 2], 'grey')
    const red = await lay(wall, [0, 1, 2], 'red')
    const filters: Filters = { order: 'asc', colour: 'red' }
    const page = await newReads().list(stonesOfWall, wall, {
      filters,
      request: { limit: 3, backward: false },
    })
    expect(new Set(idsOf(page.rows))).toEqual(new Set(red))
    expect(page.hasNextPage).toBe(false)
    expect(await page.totalCount()).toBe(3)
  })
})

describe('a forged cursor', () => {
  const filters: Filters = { order: 'asc' }
  const after = (wall: Wall, time: string) => ({
    filters,
    request: {
      limit: 5,
      after: encodeCursor(bindCursor('stones', wall.id, JSON.stringify(filters)), [time, 'pag_1']),
      backward: false,
    },
  })
  const pageAfter = async (wall: Wall, time: string) => newReads().list(stonesOfWall, wall, after(wall, time))

  it('with a valid time is a position in the list', async () => {
    const wall = newWall()
    await lay(wall, [1, 2, 3])
    const page = await pageAfter(wall, momentAt(1).toISOString())
    expect(page.rows.map(({ laidAt }) => laidAt)).toEqual([momentAt(2), momentAt(3)])
  })

  it.each([
    ['no time', 'soon'],
    ['nothing', ''],
    ['a year that PostgreSQL does not know', '0000-01-01T00:00:00.000Z'],
    ['a time after all that PostgreSQL knows', '+275760-09-13T00:00:00.000Z'],
    ['a day that does not exist', '2026-02-30T00:00:00.000Z'],
    ['a word that PostgreSQL reads as a time', 'now'],
  ])('with %s is rejected', async (_what, time) => {
    await expect(pageAfter(newWall(), time)).rejects.toMatchObject({ reason: 'invalid_cursor' })
  })
})
