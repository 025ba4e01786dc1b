import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isRetryable } from '../../src/core/errors.ts'
import { Caller } from '../../src/core/operations/caller.ts'
import type { WriteContext } from '../../src/core/operations/context.ts'
import { operation } from '../../src/core/operations/operation.ts'
import type { Space } from '../../src/generated/prisma/client.ts'
import { Statement } from '../../src/platform/statements/statement.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { createFactories, type Person } from '../support/factories.ts'

let db: TestDatabase
let person: Person
let spaces: [Space, Space]

beforeAll(async () => {
  db = await openTestDatabase()
  const build = createFactories(db.database, { now: () => new Date() })
  const { id: organizationId } = await build.buildOrganization()
  person = await build.buildPerson({ organizationId, role: 'admin' })
  spaces = [await build.buildSpace({ organizationId }), await build.buildSpace({ organizationId })]
})
afterAll(() => db.drop())

const newCaller = () =>
  new Caller(
    db.database,
    { userId: person.user.id, tokenId: person.tokenId, scopes: [], expiresAt: null },
    () => new Date(),
  )

/** A write operation that exists only here. */
const writing = <Result>(
  run: (ctx: WriteContext, input: { first: string; second: string }) => Promise<Result>,
) =>
  operation({
    id: 'test.write',
    input: z.object({ first: z.string(), second: z.string() }),
    scope: 'space:write',
    writes: true,
    authorize: async () => null,
    run,
  })

/** Waits until `size` callers have arrived. Later callers do not wait. */
function meeting(size: number): () => Promise<void> {
  let here = 0
  let open = () => {}
  const complete = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    if (++here === size) open()
    return complete
  }
}

type Touch = (ctx: WriteContext, id: string) => Promise<unknown>

/** The ways in which an operation uses the database. */
const ways: [string, Touch][] = [
  ['a model', (ctx, id) => ctx.tx.space.update({ where: { id }, data: { commentsOpen: { increment: 1 } } })],
  [
    'SQL in the transaction',
    (ctx, id) =>
      ctx.tx.$executeRaw`UPDATE "Space" SET "commentsOpen" = "commentsOpen" + 1 WHERE "id" = ${id}`,
  ],
  [
    'a guarded read',
    (ctx, id) =>
      ctx.reads.db.query(
        new Statement({
          name: 'touch',
          text: 'UPDATE "Space" SET "commentsOpen" = "commentsOpen" + 1 WHERE "id" = $1 RETURNING 1 AS one',
        }),
        [id],
      ),
  ],
]

const counts = async () => {
  const rows = await db.database.prisma.space.findMany({ orderBy: { id: 'asc' } })
  return rows.map(({ commentsOpen }) => commentsOpen)
}

describe.each(ways)('a write through %s', (_way, touch) => {
  it('that deadlocks with another succeeds, as does the other, each once', async () => {
    const [one, two] = spaces
    const before = await counts()
    const bothHaveOne = meeting(2)
    let attempts = 0
    const crossing = writing(async (ctx, { first, second }) => {
      attempts++
      await touch(ctx, first)
      await bothHaveOne()
      await touch(ctx, second)
      ctx.emit({
        organizationId: one.organizationId,
        spaceId: first,
        type: 'space.created',
        subject: { space: first },
      })
      return first
    })
    const events = await db.database.prisma.event.count()
    const results = await Promise.all([
      newCaller().call(crossing, { first: one.id, second: two.id }),
      newCaller().call(crossing, { first: two.id, second: one.id }),
    ])
    expect(results).toEqual([one.id, two.id])
    // PostgreSQL ends one of them; on a busy machine, its repetition can meet the other once more.
    expect(attempts).toBeGreaterThanOrEqual(3)
    expect(await counts()).toEqual(before.map((count) => count + 2))
    expect(await db.database.prisma.event.count()).toBe(events + 2)
  })
})

describe('a write that conflicts', () => {
  const conflict = (ctx: WriteContext, code: string) =>
    ctx.tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '${code}'; END $$`)

  it.each([['40001'], ['40P01'], ['23503']])(
    'with %s every time is given up after five attempts, and leaves nothing',
    async (code) => {
      const [{ id }] = spaces
      const before = await counts()
      let attempts = 0
      const hopeless = writing(async (ctx) => {
        attempts++
        await ctx.tx.space.update({ where: { id }, data: { commentsOpen: { increment: 1 } } })
        await conflict(ctx, code)
      })
      const outcome = await newCaller()
        .call(hopeless, { first: '', second: '' })
        .catch((error: unknown) => error)
      expect(isRetryable(outcome)).toBe(true)
      expect(attempts).toBe(5)
      expect(await counts()).toEqual(before)
    },
  )

  it.each<[title: string, write: (ctx: WriteContext) => Promise<unknown>]>([
    [
      'refers to',
      ({ tx, now }) =>
        tx.webhookDelivery.create({
          data: {
            ...{ id: 'dlv_x', webhookId: 'whk_deleted', position: 0n, type: 'ping', body: '' },
            ...{ nextAttemptAt: now(), createdAt: now() },
          },
        }),
    ],
    ['changes', ({ tx }) => tx.site.update({ where: { id: 'sit_deleted' }, data: { title: 'Late' } })],
    ['deletes', ({ tx }) => tx.site.delete({ where: { id: 'sit_deleted' } })],
  ])('with the deletion of a row that it %s runs again, and checks again', async (_title, write) => {
    let attempts = 0
    const late = writing(async (ctx) => {
      attempts++
      if (attempts === 1) await write(ctx)
    })
    await newCaller().call(late, { first: '', second: '' })
    expect(attempts).toBe(2)
  })

  it('four times and then does not is done once', async () => {
    const [{ id }] = spaces
    const before = await counts()
    let attempts = 0
    const lucky = writing(async (ctx) => {
      await ctx.tx.space.update({ where: { id }, data: { commentsOpen: { increment: 1 } } })
      if (++attempts < 5) await conflict(ctx, '40001')
      return attempts
    })
    expect(await newCaller().call(lucky, { first: '', second: '' })).toBe(5)
    expect((await counts()).reduce((sum, count) => sum + count)).toBe(
      before.reduce((sum, count) => sum + count) + 1,
    )
  })

  it.each([
    ['a rule of the database', '23514'],
    ['a fault', 'XX000'],
  ])('with %s is not tried again', async (_title, code) => {
    let attempts = 0
    const broken = writing(async (ctx) => {
      attempts++
      await conflict(ctx, code)
    })
    await expect(newCaller().call(broken, { first: '', second: '' })).rejects.toThrow()
    expect(attempts).toBe(1)
  })
})
