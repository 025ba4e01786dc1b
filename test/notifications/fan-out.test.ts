import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Role } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import { fanOutNotifications } from '../../src/modules/notifications/fan-out/fan-out.ts'
import { notificationsAt } from '../support/apis-notifications.ts'
import { appForFile, startApp } from '../support/app.ts'
import { ask, post } from '../support/live.ts'
import { done } from '../support/outcome.ts'
import { statementsOf } from '../support/statements.ts'
import { tellAll } from './tell-all.ts'
import '../support/property-seed.ts'

const t = await appForFile()
const { prisma } = t.db.database

/** A change request that these users edited. */
async function editedBy(organizationId: string, userIds: readonly string[]) {
  const { id: spaceId } = await t.build.buildSpace({ organizationId })
  const { id: changeRequestId } = await t.build.buildChangeRequest({ spaceId })
  await prisma.changeRequestContributor.createMany({
    data: userIds.map((userId) => ({ changeRequestId, userId, edited: true })),
    skipDuplicates: true,
  })
  return { spaceId, changeRequestId }
}

async function membersOf(organizationId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('User'))
  await prisma.user.createMany({
    data: ids.map((id) => ({ id, displayName: 'Member', email: `${id}@a.example` })),
  })
  await prisma.member.createMany({
    data: ids.map((userId) => ({ id: newId('Member'), organizationId, userId, role: 'read' as const })),
  })
  return ids
}

/** A comment on a change request with this number of followers, of which nobody was told yet. */
async function commented(followers: number) {
  const { id: organizationId } = await t.build.buildOrganization()
  const writer = await t.build.buildPerson({ organizationId, role: 'comment' })
  const userIds = await membersOf(organizationId, followers)
  const at = await editedBy(organizationId, userIds)
  let commentId = ''
  const written = await statementsOf(t, async () => {
    commentId = await post(t, writer.token, at)
  })
  return { organizationId, writer, userIds: userIds.sort(), at, commentId, written }
}

const told = async (subjectId: string) =>
  (await prisma.notification.findMany({ where: { subjectId } })).map(({ userId }) => userId).sort()

it('takes as many statements for 1,000 followers as for 10, and the write itself takes none of them', async () => {
  const counts: number[] = []
  const writes: number[] = []
  for (const size of [10, 990, 2_500]) {
    const { userIds, commentId, written } = await commented(size)
    writes.push(written.length)
    expect(written.join('\n')).not.toContain('"Notification')
    counts.push((await statementsOf(t, () => tellAll(t))).length)
    expect(await told(commentId)).toEqual(userIds)
  }
  const [few = 0, many, three = 0] = counts
  expect(many).toBe(few)
  // One transaction for each thousand people.
  expect(three).toBeLessThanOrEqual(3 * few)
  expect(new Set(writes).size).toBe(1)
}, 60_000)

it('reads an inbox with its count in at most four statements', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const writer = await t.build.buildPerson({ organizationId, role: 'comment' })
  const reader = await t.build.buildPerson({ organizationId, role: 'edit' })
  for (let place = 0; place < 3; place++) {
    const at = await editedBy(organizationId, [reader.user.id])
    await post(t, writer.token, at)
    await post(t, writer.token, at)
  }
  await tellAll(t)
  const query = `{ viewer { inbox { unreadCount cursor } notifications(first: 20) { nodes {
    id kind status title excerpt createdAt threadId actor { displayName photoURL } space { title emoji }
    changeRequest { number status } urls { app } } } } }`
  const read = () =>
    ask<{ viewer: { notifications: { nodes: object[] } } }>(t, reader.token, { query }).then(({ viewer }) =>
      expect(viewer.notifications.nodes).toHaveLength(6),
    )
  expect((await statementsOf(t, read)).length).toBeLessThanOrEqual(4)
  const list = () => done(notificationsAt('rest')(t, reader).list())
  expect((await statementsOf(t, list)).length).toBeLessThanOrEqual(2)
})

it('tells everyone once when two nodes work at the same time', async () => {
  const other = await startApp({ sharing: t, apart: true })
  const { writer, at, userIds, commentId } = await commented(1_500)
  const commentIds = [commentId, await post(t, writer.token, at)]
  await Promise.all([tellAll(t), tellAll(other), tellAll(t)])
  await tellAll(t)
  for (const id of commentIds) expect(await told(id)).toEqual(userIds)
  const counts = await prisma.notificationCount.findMany({ where: { spaceId: at.spaceId } })
  expect(new Set(counts.map(({ unread }) => unread))).toEqual(new Set([2]))
  expect(counts).toHaveLength(userIds.length)
  await other.close()
}, 60_000)

it('continues after the last person when a node is killed within a transaction, or between two', async () => {
  const { organizationId, userIds, commentId } = await commented(1_200)
  const { database } = t.db
  const { signal } = new AbortController()
  const options = { organizationIds: [organizationId], now: new Date(), isMailed: false, signal }
  const killed: typeof database = {
    ...database,
    transaction: (work, given) =>
      database.transaction(async (tx, db) => {
        await work(tx, db)
        throw new Error('killed')
      }, given),
  }
  await expect(fanOutNotifications(killed, options)).rejects.toThrow('killed')
  expect(await told(commentId)).toEqual([])
  // A thousand are told, and another node continues.
  expect(await fanOutNotifications(database, options)).toEqual([organizationId])
  expect(await told(commentId)).toHaveLength(1_000)
  await tellAll(t)
  expect(await told(commentId)).toEqual(userIds)
}, 60_000)

const someone = fc.record({
  role: fc.constantFrom<Role | null | 'none'>('none', null, 'read', 'comment', 'edit', 'admin'),
  isDisabled: fc.boolean(),
  grant: fc.option(fc.constantFrom<Role>('read', 'edit'), { freq: 2 }),
  isConcerned: fc.boolean(),
  isMuted: fc.boolean(),
  losesAccess: fc.boolean(),
})
type Someone = typeof someone extends fc.Arbitrary<infer Value> ? Value : never
type Level = 'inherit' | 'read' | null

/** The rule in words, apart from the SQL that decides it. */
function sees({ role, isDisabled, grant }: Someone, level: Level): boolean {
  if (role === 'none' || isDisabled) return false
  return role === 'admin' || grant !== null || (role !== null && level !== null)
}

it('tells exactly those who are concerned and can see it, and shows it only as long as they can', async () => {
  const { id: organizationId } = await t.build.buildOrganization()
  const writer = await t.build.buildPerson({ organizationId, role: 'admin' })
  const level = fc.constantFrom<Level>('inherit', 'read', null)
  await fc.assert(
    fc.asyncProperty(fc.array(someone, { minLength: 1, maxLength: 5 }), level, async (cast, defaultLevel) => {
      const people = await Promise.all(
        cast.map(async (is) => ({
          is,
          person: await t.build.buildPerson(
            is.role === 'none' ? undefined : { organizationId, role: is.role },
          ),
        })),
      )
      const concerned = people.filter(({ is }) => is.isConcerned)
      const at = await editedBy(
        organizationId,
        concerned.map(({ person }) => person.user.id),
      )
      await prisma.space.update({ where: { id: at.spaceId }, data: { defaultLevel } })
      for (const { is, person } of people) {
        const userId = person.user.id
        if (is.role !== 'none' && is.grant) {
          await t.build.buildGrant(is.grant, { userId }, { spaceId: at.spaceId }, organizationId)
        }
        if (is.isDisabled) await prisma.member.updateMany({ where: { userId }, data: { disabled: true } })
        const mute = { userId, targetId: at.changeRequestId, spaceId: at.spaceId, createdAt: new Date() }
        if (is.isMuted) await prisma.notificationMute.create({ data: mute })
      }
      const commentId = await post(t, writer.token, at)
      await tellAll(t)
      const expected = concerned.filter(({ is }) => !is.isMuted && sees(is, defaultLevel))
      expect(await told(commentId)).toEqual(expected.map(({ person }) => person.user.id).sort())
      for (const { is, person } of people) {
        if (is.losesAccess) {
          await prisma.member.updateMany({ where: { userId: person.user.id }, data: { disabled: true } })
        }
        const shown = expected.some((each) => each.person === person) && !is.losesAccess ? 1 : 0
        const api = notificationsAt('rest')(t, person)
        expect((await done(api.list())).items).toHaveLength(shown)
        expect((await done(api.inbox())).unreadCount).toBe(shown)
      }
    }),
    { numRuns: 15 },
  )
}, 60_000)
