import { afterEach, describe, expect, it } from 'vitest'
import { purgeDeletedSpaces } from '../../src/modules/spaces/spaces.purge.ts'
import { appForFile, startApp } from '../support/app.ts'
import { rowCounts } from '../support/refusals.ts'

const t = await appForFile()
afterEach(() => {
  t.clock.now = () => new Date()
})

const DAY = 24 * 60 * 60 * 1000
const ago = (ms: number) => new Date(Date.now() - ms)
const purge = (options: Partial<Parameters<typeof purgeDeletedSpaces>[1]> = {}) =>
  purgeDeletedSpaces(t.db.database, { now: t.clock.now(), ...options })
const exists = async (id: string) => (await t.db.database.prisma.space.count({ where: { id } })) > 0

/** A space with a row in every table that refers to one. */
async function furnished(deletedAt: Date | null, comments = 3) {
  const space = await t.build.buildSpace({ deletedAt })
  const changeRequest = await t.build.buildChangeRequest({ spaceId: space.id })
  const people = await t.build.buildPerson({ organizationId: space.organizationId, role: 'read' })
  await t.build.buildGrant('edit', { userId: people.user.id }, { spaceId: space.id }, space.organizationId)
  for (let i = 0; i < comments; i++) {
    const changeRequestId = i % 2 ? changeRequest.id : null
    const comment = await t.build.buildComment({ spaceId: space.id, changeRequestId })
    await t.build.buildReply({ commentId: comment.id })
  }
  return space
}

describe('the purge of deleted spaces', () => {
  it('removes what was deleted 7 days ago with all that belongs to it, and nothing else', async () => {
    const kept = [await furnished(null), await furnished(ago(7 * DAY - 60_000))]
    const before = await rowCounts(t.db.database)
    const due = await furnished(ago(7 * DAY))
    expect(await purge()).toEqual([due.id])
    expect(await exists(due.id)).toBe(false)
    for (const { id } of kept) expect(await exists(id)).toBe(true)
    const after = await rowCounts(t.db.database)
    const tables = ['Space', 'Revision', 'ChangeRequest', 'Comment', 'CommentReply', 'Grant'] as const
    for (const table of tables) expect([table, after[table]]).toEqual([table, before[table]])
    expect(await purge()).toEqual([])
  })

  it('removes rows in batches of the given size', async () => {
    const { id } = await furnished(ago(8 * DAY), 5)
    t.db.statements.length = 0
    await purge({ batch: 2 })
    const deletionsFrom = (table: string) =>
      t.db.statements.filter(({ text }) => text.startsWith(`DELETE FROM "${table}" `)).length
    // Referring rows are deleted first, so that no deletion cascades to more rows than its batch.
    expect([deletionsFrom('CommentReply'), deletionsFrom('Comment')]).toEqual([3, 3])
    expect(deletionsFrom('ChangeRequest')).toBe(1)
    expect(await exists(id)).toBe(false)
  })

  it('emits an event without an actor', async () => {
    const { id } = await furnished(ago(8 * DAY))
    await purge()
    const events = await t.db.database.prisma.event.findMany({ where: { spaceId: id } })
    expect(events).toMatchObject([{ type: 'space.purged', actorId: null, subject: { space: id } }])
  })

  it('stops on request, leaves a space that cannot be restored, and is continued by the next run', async () => {
    const { id } = await furnished(ago(8 * DAY))
    expect(await purge({ signal: AbortSignal.abort() })).toEqual([])
    const [row] = await t.db.database.prisma.space.findMany({ where: { id } })
    expect(row?.deletedAt).toEqual(new Date(0))
    expect(await purge()).toEqual([id])
  })

  it('runs when a node starts, by the clock of the app', async () => {
    const { id } = await furnished(ago(1 * DAY))
    const now = new Date(Date.now() + 6 * DAY + 60_000)
    const early = await startApp({ sharing: t })
    expect(await exists(id)).toBe(true)
    await early.close()
    t.clock.now = () => now
    const late = await startApp({ sharing: t, environment: { RUN_JOBS: 'true' } })
    expect(await exists(id)).toBe(false)
    expect(late.faults).toEqual([])
    await late.close()
  })
})
