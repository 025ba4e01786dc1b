import { expect, test, vi } from 'vitest'
import { appendEvents, type NewEvent } from '../../src/core/events/events.ts'
import { appForFile } from '../support/app.ts'
import { post, WAIT } from '../support/live.ts'

const t = await appForFile()

const eventOf = (organizationId: string, comment: string): NewEvent => ({
  organizationId,
  type: 'comment.posted',
  subject: { comment },
})

async function positionsOf(organizationId: string): Promise<{ position: bigint; subject: unknown }[]> {
  return t.db.database.prisma.event.findMany({
    where: { organizationId },
    orderBy: { position: 'asc' },
    select: { position: true, subject: true },
  })
}

/** Reads forward like a subscriber, until everything is written. */
async function readForward(organizationId: string, isWritten: () => boolean): Promise<bigint[]> {
  const seen: bigint[] = []
  for (;;) {
    const isLastLook = isWritten()
    const rows = await t.db.database.prisma.event.findMany({
      where: { organizationId, position: { gt: seen.at(-1) ?? 0n } },
      orderBy: { position: 'asc' },
      select: { position: true },
    })
    seen.push(...rows.map(({ position }) => position))
    if (isLastLook) return seen
  }
}

/** A transaction that appends an event, and commits on demand. */
function holdCommit(event: NewEvent): { appended: Promise<void>; commit: () => void; done: Promise<void> } {
  let commit = () => {}
  const committing = new Promise<void>((resolve) => {
    commit = resolve
  })
  let done = Promise.resolve()
  const appended = new Promise<void>((resolve) => {
    done = t.db.database.transaction(async (tx) => {
      await appendEvents(tx, [event], null, new Date())
      resolve()
      await committing
    })
  })
  return { appended, commit, done }
}

test('a second writer gets a position only when the first has committed', async () => {
  const { id } = await t.build.buildOrganization()
  const first = holdCommit(eventOf(id, 'first'))
  await first.appended
  const second = holdCommit(eventOf(id, 'second'))
  second.commit()
  await vi.waitFor(async () => {
    const waiting = await t.db.database.pool.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(waiting.rowCount).toBe(1)
  }, WAIT)
  expect(await positionsOf(id)).toEqual([])
  first.commit()
  await Promise.all([first.done, second.done])
  expect((await positionsOf(id)).map(({ subject }) => subject)).toEqual([
    { comment: 'first' },
    { comment: 'second' },
  ])
})

test('another organization does not wait', async () => {
  const { id } = await t.build.buildOrganization()
  const other = await t.build.buildOrganization()
  const held = holdCommit(eventOf(id, 'held'))
  await held.appended
  const free = holdCommit(eventOf(other.id, 'free'))
  free.commit()
  await free.done
  expect(await positionsOf(other.id)).toHaveLength(1)
  held.commit()
  await held.done
})

test('a reader that has seen a position never finds a smaller one later, however long commits take', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const author = await t.build.buildPerson({ organizationId, role: 'comment' })
  let isWritten = false
  const reading = readForward(organizationId, () => isWritten)
  await Promise.all([
    ...Array.from({ length: 30 }, (_, index) =>
      t.db.database.transaction(async (tx) => {
        await tx.$executeRaw`SELECT pg_sleep(${Math.random() * 0.02})`
        await appendEvents(tx, [eventOf(organizationId, String(index))], null, new Date())
        await tx.$executeRaw`SELECT pg_sleep(${Math.random() * 0.01})`
      }),
    ),
    ...Array.from({ length: 20 }, () => post(t, author.token, { spaceId })),
  ])
  isWritten = true
  const log = await positionsOf(organizationId)
  expect(log).toHaveLength(50)
  expect(await reading).toEqual(log.map(({ position }) => position))
})
