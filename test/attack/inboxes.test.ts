import { expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { tellAll } from '../notifications/tell-all.ts'
import { appForFile } from '../support/app.ts'
import { post } from '../support/live.ts'
import { figure } from './figures.ts'

const INBOXES = 10_000
/** The users whose changes one statement reads. */
const PER_STATEMENT = 1_000

const t = await appForFile({ environment: { EVENT_POLL_MS: '3600000' } })

async function membersOf(organizationId: string): Promise<string[]> {
  const ids = Array.from({ length: INBOXES }, () => newId('User'))
  const { prisma } = t.db.database
  await prisma.user.createMany({
    data: ids.map((id) => ({ id, displayName: 'Member', email: `${id}@a.example` })),
  })
  await prisma.member.createMany({
    data: ids.map((userId) => ({ id: newId('Member'), organizationId, userId, role: 'read' as const })),
  })
  return ids
}

it('an event reaches its people among 10,000 live inboxes in a statement for each thousand of them', {
  timeout: 170_000,
}, async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const writer = await t.build.buildPerson({ organizationId, role: 'comment' })
  const userIds = await membersOf(organizationId)
  const live = new Map<string, AsyncIterator<object>>()
  for (let begun = 0; begun < INBOXES; begun += 100) {
    await Promise.all(
      userIds.slice(begun, begun + 100).map(async (id) => {
        live.set(id, (await t.app.userFeed.follow(id, undefined))[Symbol.asyncIterator]())
      }),
    )
  }
  expect(t.app.userFeed.size).toBe(INBOXES)
  const ms = new Map<number, number>()
  for (const people of [10, 10, INBOXES]) {
    const { id: spaceId } = await t.build.buildSpace({ organizationId })
    const { id: changeRequestId } = await t.build.buildChangeRequest({ spaceId })
    const told = userIds.slice(-people)
    await t.db.database.prisma.changeRequestContributor.createMany({
      data: told.map((userId) => ({ changeRequestId, userId, edited: true })),
    })
    const received = Promise.all(told.map((id) => live.get(id)?.next()))
    await post(t, writer.token, { spaceId, changeRequestId })
    t.db.statements.length = 0
    const begun = performance.now()
    await tellAll(t)
    await received
    ms.set(people, performance.now() - begun)
    const reads = t.db.statements.filter(({ text }) => text.includes('"changeNumber"'))
    // Messages of one transaction may arrive while the first of them is read.
    expect(reads.length).toBeLessThanOrEqual(Math.ceil(people / PER_STATEMENT) * 2)
    expect(reads.length).toBeGreaterThan(0)
  }
  // The second event for ten people: the first one compiles what both run.
  figure(
    'time until one event has reached its 10 people among 10,000 live inboxes, ms',
    ms.get(10) ?? Infinity,
    {
      below: 200,
    },
  )
  const perStatement = ((ms.get(INBOXES) ?? Infinity) * PER_STATEMENT) / INBOXES
  figure('time until one event has reached 10,000 live inboxes, per 1,000 of them, ms', perStatement, {
    below: 2_000,
  })
})
