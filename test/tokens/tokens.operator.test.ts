import { describe, expect, it } from 'vitest'
import { apiNamed } from '../support/api-requests.ts'
import { accountApis } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import { done, refused } from '../support/outcome.ts'

const t = await appForFile()

const buildOperator = async () => {
  const operator = await t.build.buildPerson()
  await t.db.database.prisma.user.update({ where: { id: operator.user.id }, data: { isOperator: true } })
  return operator
}

describe.each(accountApis)('a token for another user at $name', ({ name, enter }) => {
  it('is created by operators, acts as that user, and emits an event in their organizations', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const operator = await buildOperator()
    const person = await t.build.buildPerson({ organizationId, role: 'read' })
    const token = await done(enter(t, operator).createTokenFor(person.user.id, { label: 'For CI' }))
    const api = apiNamed(name)
    expect(await done(api.enter(t, { token }).viewer())).toMatchObject({ id: person.user.id })
    const event = await t.db.database.prisma.event.findFirst({ where: { organizationId } })
    expect(event).toMatchObject({ type: 'token.created', actorId: operator.user.id })
    expect(event?.subject).toMatchObject({ user: person.user.id })
  })

  it('is refused to everyone else, whether the user exists or not', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const person = await t.build.buildPerson({ organizationId, role: 'read' })
    await refused(enter(t, admin).createTokenFor(person.user.id, { label: 'X' }), 403)
    await refused(enter(t, admin).createTokenFor('usr_none', { label: 'X' }), 403)
    await refused(enter(t, null).createTokenFor(person.user.id, { label: 'X' }), 401)
    expect(await t.db.database.prisma.apiToken.count({ where: { userId: person.user.id } })).toBe(1)
    await done(enter(t, admin).createTokenFor(admin.user.id, { label: 'Mine' }))
  })

  it('needs a user that exists, and a token without scopes', async () => {
    const operator = await buildOperator()
    const person = await t.build.buildPerson()
    await refused(enter(t, operator).createTokenFor('usr_none', { label: 'X' }), 404)
    const scoped = await t.build.buildToken({ userId: operator.user.id, scopes: ['user:write'] })
    await refused(enter(t, scoped).createTokenFor(person.user.id, { label: 'X' }), 403)
    await refused(
      enter(t, scoped).createTokenFor(person.user.id, { label: 'X', scopes: ['user:write'] }),
      403,
    )
    await done(enter(t, scoped).createTokenFor(operator.user.id, { label: 'My own', scopes: ['user:write'] }))
  })
})
