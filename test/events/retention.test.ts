import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventCursor } from '../../src/core/events/event-cursor.ts'
import { removeOldEvents } from '../../src/modules/events/events.retention.ts'
import { eventApis } from '../support/apis-events.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { follow, open } from '../support/live.ts'
import { done, refused } from '../support/outcome.ts'

const DAY = 24 * 60 * 60 * 1000
const now = new Date('2026-11-15T12:00:00.000Z')
const ACTIVITY = `subscription ($spaceId: ID!, $after: String) {
  commentActivity(spaceId: $spaceId, after: $after) { cursor commentId } }`

let t: TestApp
let organizationId: string
let spaceId: string
let admin: Person
let cursors: string[]

beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  spaceId = (await t.build.buildSpace({ organizationId })).id
  admin = await t.build.buildPerson({ organizationId, role: 'admin' })
  cursors = []
  // Two events older than 90 days, then one that a slow clock dated too early, after a younger one.
  for (const days of [100, 91, 89, 92, 1]) {
    const event = await t.db.database.prisma.event.create({
      data: {
        organizationId,
        spaceId,
        type: 'comment.posted',
        occurredAt: new Date(now.getTime() - days * DAY),
        subject: { comment: `cmt_${days}` },
      },
    })
    cursors.push(eventCursor(event))
  }
})
afterAll(() => t.close())

const remove = (options: { days: number; batch?: number; signal?: AbortSignal }) =>
  removeOldEvents(t.db.database, { now, ...options })

const remaining = async () =>
  (
    await t.db.database.prisma.event.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })
  ).map(({ subject }) => (subject as { comment: string }).comment)

describe('old events', () => {
  it('are kept forever with a retention of 0', async () => {
    expect(await remove({ days: 0 })).toBe(0)
    expect(await remaining()).toHaveLength(5)
  })

  it('are kept when the node stops first', async () => {
    expect(await remove({ days: 90, signal: AbortSignal.abort() })).toBe(0)
  })

  it('are removed from the beginning of the log alone, in batches', async () => {
    expect(await remove({ days: 90, batch: 1 })).toBe(2)
    expect(await remaining()).toEqual(['cmt_89', 'cmt_92', 'cmt_1'])
    expect(await remove({ days: 90 })).toBe(0)
  })
})

describe.each(eventApis)('a cursor at $name', ({ enter }) => {
  it('after which something was removed is refused, with what to do', async () => {
    const after = cursors[0] ?? ''
    for (const attempt of [
      enter(t, admin).ofOrganization(organizationId, { after }),
      enter(t, admin).ofSpace(spaceId, { after }),
    ]) {
      const { reason, message } = await refused(attempt, 400)
      expect(reason).toBe('invalid_cursor')
      expect(message).toMatch(/Start again without a cursor/)
    }
  })

  it('at the very end of what was removed has missed nothing', async () => {
    const { items } = await done(
      enter(t, admin).ofOrganization(organizationId, { after: cursors[1] ?? '', limit: 2 }),
    )
    expect(items.map(({ cursor }) => cursor)).toEqual(cursors.slice(2, 4))
  })
})

describe('a subscription', () => {
  it('from an expired cursor is refused', async () => {
    const client = open('SSE', t, admin.token, {
      query: ACTIVITY,
      variables: { spaceId, after: cursors[0] },
    })
    const { errors } = await client.results.next()
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'INVALID_CURSOR' } })
    await client.close()
  })

  it('from the end of what was removed gives the rest', async () => {
    const client = await follow('SSE', t, admin.token, {
      query: ACTIVITY,
      variables: { spaceId, after: cursors[1] },
    })
    expect((await client.next()).commentId).toBe('cmt_89')
    await client.close()
  })
})
