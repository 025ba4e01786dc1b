import { beforeEach, describe, expect, it } from 'vitest'
import { apiNamed } from '../support/api-requests.ts'
import { accountApis } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { done, refused } from '../support/outcome.ts'

const t = await appForFile()

const operate = (person: Person) =>
  t.db.database.prisma.user.update({ where: { id: person.user.id }, data: { isOperator: true } })
const eventsAbout = async (organizationId: string) =>
  (
    await t.db.database.prisma.event.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })
  ).map(({ type, subject }) => ({ type, ...(subject as object) }))

describe.each(accountApis)('users.update at $name', ({ enter }) => {
  it("changes one's own name and photo, with an event in each organization", async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const person = await t.build.buildPerson({ organizationId, role: null })
    const other = await t.build.buildMember({ userId: person.user.id })
    const change = { displayName: 'Ada', photoURL: 'https://example.com/ada.png' }
    const changed = await done(enter(t, person).updateUser(person.user.id, change))
    expect(changed).toEqual({ id: person.user.id, ...change, isOperator: false })
    const expected = [{ type: 'user.updated', user: person.user.id }]
    expect(await eventsAbout(organizationId)).toEqual(expected)
    expect(await eventsAbout(other.organizationId)).toEqual(expected)

    const cleared = await done(enter(t, person).updateUser(person.user.id, { photoURL: null }))
    expect(cleared).toEqual({ id: person.user.id, displayName: 'Ada', isOperator: false })
    await done(enter(t, person).updateUser(person.user.id, { displayName: 'Ada' }))
    expect(await eventsAbout(organizationId)).toHaveLength(2)
  })

  it('is refused for others: 403 where they are visible, 404 where they are not, 401 without a token', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const reader = await t.build.buildPerson({ organizationId, role: 'read' })
    const stranger = await t.build.buildPerson()
    await refused(enter(t, admin).updateUser(reader.user.id, { displayName: 'X' }), 403)
    await refused(enter(t, stranger).updateUser(reader.user.id, { displayName: 'X' }), 404)
    await refused(enter(t, null).updateUser(reader.user.id, { displayName: 'X' }), 401)
  })

  it('keeps to its limits', async () => {
    const person = await t.build.buildPerson()
    const update = (change: Record<string, unknown>) => enter(t, person).updateUser(person.user.id, change)
    await done(update({ displayName: 'x' }))
    await done(update({ displayName: 'x'.repeat(64) }))
    await done(update({ photoURL: `https://example.com/${'x'.repeat(2048 - 20)}` }))
    await refused(update({ displayName: '' }), 400)
    await refused(update({ displayName: '  ' }), 400)
    await refused(update({ displayName: 'x'.repeat(65) }), 400)
    await refused(update({ photoURL: `https://example.com/${'x'.repeat(2049 - 20)}` }), 400)
    await refused(update({ photoURL: 'data:image/png;base64,AAAA' }), 400)
  })
})

describe.each(accountApis)('operators at $name', ({ name, enter }) => {
  // The last operator is determined among all users.
  beforeEach(() => t.db.database.prisma.user.updateMany({ data: { isOperator: false } }))

  it('are appointed and dismissed by operators alone, and the last one stays', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const first = await t.build.buildPerson()
    await operate(first)
    const second = await t.build.buildPerson({ organizationId, role: 'admin' })
    await refused(enter(t, second).setOperator(second.user.id, true), 403)
    await refused(enter(t, second).setOperator(first.user.id, false), 404)
    await refused(enter(t, first).setOperator(first.user.id, false), 409)
    expect(await done(enter(t, first).setOperator(second.user.id, true))).toMatchObject({ isOperator: true })
    await done(enter(t, second).setOperator(first.user.id, false))
    await refused(enter(t, second).setOperator(second.user.id, false), 409)
    await refused(enter(t, first).setOperator(first.user.id, true), 403)
    expect(await eventsAbout(organizationId)).toEqual([
      { type: 'user.operator_appointed', user: second.user.id },
    ])
  })

  it('who remove each other concurrently leave one', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const ada = await t.build.buildPerson({ organizationId, role: 'read' })
    const bo = await t.build.buildPerson({ organizationId, role: 'read' })
    for (const person of [ada, bo]) await operate(person)
    // Both are authorized while both are still operators: the first write has to wait for these locks.
    const client = await t.db.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT 1 FROM "User" WHERE "isOperator" FOR UPDATE')
      const dismissals = [
        enter(t, ada).setOperator(bo.user.id, false),
        enter(t, bo).setOperator(ada.user.id, false),
      ]
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await expect
        .poll(async () => (await t.db.database.pool.query(waiting)).rowCount, { timeout: 10_000 })
        .toBe(2)
      await client.query('COMMIT')
      const outcomes = await Promise.all(dismissals)
      expect(outcomes.map((outcome) => (outcome.ok ? 200 : outcome.status)).sort()).toEqual([200, 403])
    } finally {
      client.release(true)
    }
    expect(await t.db.database.prisma.user.count({ where: { isOperator: true } })).toBe(1)
  })

  it('can read every account, and other users cannot', async () => {
    const operator = await t.build.buildPerson()
    await operate(operator)
    const other = await t.build.buildPerson()
    const stranger = await t.build.buildPerson()
    const api = apiNamed(name)
    expect(await done(api.enter(t, operator).getUser(other.user.id))).toMatchObject({ id: other.user.id })
    await refused(api.enter(t, stranger).getUser(other.user.id), 404)
  })

  it('do not change the accounts of others', async () => {
    const operator = await t.build.buildPerson()
    await operate(operator)
    const other = await t.build.buildPerson()
    await refused(enter(t, operator).updateUser(other.user.id, { displayName: 'X' }), 403)
  })
})
