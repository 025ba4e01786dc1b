import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { apiNamed } from '../support/api-requests.ts'
import { accountApis } from '../support/apis-accounts.ts'
import { appForFile, startApp } from '../support/app.ts'
import { columnsWith } from '../support/columns-with.ts'
import { follow } from '../support/live.ts'
import { done, refused, refusedSoon } from '../support/outcome.ts'
import { send } from '../support/refusals.ts'
import { statementsOf } from '../support/statements.ts'
import { buildOperator, buildWorld, EMAIL, forgetPeople, NAME, rowsToErase } from './people-to-erase.ts'

const t = await appForFile()
const { prisma } = t.db.database

beforeEach(() => forgetPeople(t))

describe.each(accountApis)('deleting a user at $name', ({ name, enter }) => {
  const api = apiNamed(name)

  it('keeps what the person wrote, by a former member, and removes the rest', async () => {
    const { organizationId, admin, person, space, team, comment, theirs } = await buildWorld(t)
    const { id: userId } = person.user
    const before = await rowsToErase(t, person)
    expect(Object.keys(before).length).toBeGreaterThan(18)
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
    await done(enter(t, person).deleteUser())

    await refusedSoon(() => api.enter(t, person).viewer(), 401)
    expect(await done(api.enter(t, admin).getUser(userId))).toMatchObject({
      id: userId,
      displayName: 'Former member',
    })
    const kept = await done(api.enter(t, admin).getComment({ spaceId: space.id, commentId: comment.id }))
    expect(kept).toMatchObject({ postedBy: userId, markdown: comment.markdown })
    const after = await rowsToErase(t, person)
    expect(Object.entries(after).filter(([, count]) => count > 0)).toEqual([])
    expect(await prisma.team.findUnique({ where: { id: team.id } })).toMatchObject({ memberCount: 1 })
    expect(await prisma.user.findUnique({ where: { id: userId } })).toMatchObject({
      displayName: 'Former member',
      email: null,
      photoURL: null,
      deletedAt: expect.any(Date),
    })
    const events = await prisma.event.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })
    expect(events.map(({ type, actorId, subject }) => ({ type, actorId, subject }))).toEqual([
      { type: 'user.deleted', actorId: userId, subject: { user: userId } },
      { type: 'member.removed', actorId: userId, subject: { user: userId, member: expect.any(String) } },
      {
        type: 'change_request.review_request_removed',
        actorId: userId,
        subject: { user: userId, changeRequest: theirs.id },
      },
    ])
    const [audited] = (await done(enter(t, admin).auditEvents(organizationId, { action: 'user.deleted' })))
      .items
    expect(audited).toMatchObject({ actor: { id: userId, label: 'Former member' } })
  })

  it('leaves neither name nor e-mail address in any table', async () => {
    const { person } = await buildWorld(t)
    const found = () => columnsWith(t.db.database, [NAME, EMAIL, 'zebulon'])
    expect(await found()).toEqual(
      expect.arrayContaining([
        'User.email',
        'Identity.email',
        'OneTimeCode.data',
        'Passkey.name',
        'Session.browser',
      ]),
    )
    await done(enter(t, person).deleteUser())
    expect(await found()).toEqual([])
  })

  it('lets the e-mail address be used again, by an account that has nothing of the former one', async () => {
    const { person, organizationId, admin } = await buildWorld(t)
    await done(enter(t, person).deleteUser())
    const again = await t.build.buildUser({ email: EMAIL })
    const token = await t.build.buildToken({ userId: again.id })
    expect(await done(api.enter(t, token).viewer())).toMatchObject({ id: again.id })
    await refused(enter(t, token).getSettings(organizationId), 404)
    await done(enter(t, admin).getSettings(organizationId))
  })

  it('is done by operators for anyone, once, and repeating it succeeds', async () => {
    const operator = await buildOperator(t)
    const { person, admin, organizationId } = await buildWorld(t)
    const { id } = person.user
    await refused(enter(t, null).deleteUser(id), 401)
    await refused(enter(t, admin).deleteUser(id), 403)
    await refused(enter(t, await t.build.buildPerson()).deleteUser(id), 404)
    const scoped = await t.build.buildToken({ userId: operator.user.id, scopes: ['user:write'] })
    await refused(enter(t, scoped).deleteUser(id), 403)
    const outcomes = await Promise.all([1, 2, 3].map(() => enter(t, operator).deleteUser(id)))
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true])
    await done(enter(t, operator).deleteUser(id))
    expect(await prisma.event.count({ where: { organizationId, type: 'user.deleted' } })).toBe(1)
    await refused(enter(t, admin).deleteUser(id), 404)
    await refused(enter(t, operator).deleteUser('usr_none'), 404)
  })

  it('lets nobody act as the former user', async () => {
    const operator = await buildOperator(t)
    const { person } = await buildWorld(t)
    await done(enter(t, operator).deleteUser(person.user.id))
    await refused(enter(t, operator).createTokenFor(person.user.id, { label: 'X' }), 409)
    await refused(enter(t, operator).setOperator(person.user.id, true), 409)
  })

  it('is refused for the last operator and the last admin of an organization, with what to do', async () => {
    const operator = await buildOperator(t)
    // A disabled operator cannot act for the instance.
    const { user: disabled } = await buildOperator(t)
    await prisma.disabledUser.create({ data: { userId: disabled.id, disabledAt: new Date() } })
    expect((await refused(enter(t, operator).deleteUser(), 409)).message).toMatch(/Make another user/)
    const { id: organizationId } = await t.build.buildOrganization({ title: 'Lonely' })
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const { message } = await refused(enter(t, admin).deleteUser(), 409)
    expect(message).toContain(`"Lonely" (${organizationId})`)
    expect(message).toMatch(/Make another member an admin, or delete the organization/)
    // Nothing of it has happened.
    expect(await done(api.enter(t, admin).viewer())).toMatchObject({ id: admin.user.id })
    await t.build.buildPerson({ organizationId, role: 'admin' })
    await done(enter(t, admin).deleteUser())
  })

  it('leaves one admin when two of them delete their accounts concurrently', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admins = [
      await t.build.buildPerson({ organizationId, role: 'admin' }),
      await t.build.buildPerson({ organizationId, role: 'admin' }),
    ]
    const outcomes = await Promise.all(admins.map((admin) => enter(t, admin).deleteUser()))
    expect(outcomes.map((outcome) => (outcome.ok ? 200 : outcome.status)).sort()).toEqual([200, 409])
    expect(await prisma.member.count({ where: { organizationId, role: 'admin' } })).toBe(1)
  })

  it('ends the connections of the user on every node', async () => {
    const { person, space } = await buildWorld(t)
    const other = await startApp({ sharing: t })
    onTestFinished(() => other.close())
    const live = await follow('WebSocket', other, person.token, {
      query: 'subscription($id: ID!) { commentActivity(spaceId: $id) { __typename } }',
      variables: { id: space.id },
    })
    await done(enter(t, person).deleteUser())
    await live.ended
    await expect
      .poll(async () => (await send(other.origin, '/v1/user', { token: person.token })).status)
      .toBe(401)
  })

  it('takes the same statements for a person with little and with much', async () => {
    const deletion = async (count: number) => {
      const { person, space } = await buildWorld(t)
      const userId = person.user.id
      for (let each = 0; each < count; each++) {
        const { organizationId } = await t.build.buildMember({ userId, role: 'read' })
        await t.build.buildTeam({ organizationId }, [person.user])
        const collection = await t.build.buildCollection({ organizationId })
        await t.build.buildGrant('edit', { userId }, { collectionId: collection.id }, organizationId)
        await t.build.buildToken({ userId })
        await t.build.buildComment({ spaceId: space.id, postedById: userId })
      }
      const statements = await statementsOf(t, () => done(enter(t, person).deleteUser()))
      await forgetPeople(t)
      return statements.length
    }
    expect(await deletion(9)).toBe(await deletion(0))
  })

  it('removes stored responses to requests with an idempotency key', async () => {
    const { person } = await buildWorld(t)
    const create = (key: string) =>
      prisma.idempotencyKey.create({
        data: { userId: person.user.id, key, fingerprint: '', answer: NAME, createdAt: new Date() },
      })
    await create('earlier')
    const headers = { 'Idempotency-Key': 'this one' }
    const { status } = await send(t.origin, '/v1/user', { method: 'DELETE', token: person.token, headers })
    expect(status).toBe(205)
    const keys = await prisma.idempotencyKey.findMany({ where: { userId: person.user.id } })
    expect(keys.map(({ key }) => key)).toEqual(['this one'])
  })
})
