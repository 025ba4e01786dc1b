import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { buildCast, type Cast } from '../support/cast.ts'
import { sharingDoors } from '../support/doors-sharing.ts'
import { done, refused } from '../support/outcome.ts'
import { callRest } from '../support/rest-door.ts'

let t: TestApp
let cast: Cast
beforeAll(async () => {
  t = await startApp()
  cast = await buildCast(t)
})
afterAll(() => t.close())

const below = ['guest', 'read', 'comment', 'edit', 'review', 'create'] as const
const memberOf = (organizationId: string, userId: string) =>
  t.db.database.prisma.member.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, sso: true },
  })
const eventTypes = async (organizationId: string) =>
  (
    await t.db.database.prisma.event.findMany({ where: { organizationId }, orderBy: { position: 'asc' } })
  ).map(({ type }) => type)
const buildAdmin = async (overrides: Parameters<TestApp['build']['buildOrganization']>[0] = {}) => {
  const { id } = await t.build.buildOrganization(overrides)
  return { id, admin: await t.build.buildPerson({ organizationId: id, role: 'admin' }) }
}

describe.each(sharingDoors)('invites.users at $name', ({ name, enter }) => {
  it('is for admins', async () => {
    const { id } = cast.organization
    const input = { emails: [{ email: 'new@example.com' }] }
    await refused(enter(t, null).invite(id, input), 401)
    await refused(enter(t, cast.stranger).invite(id, input), 404)
    for (const role of below) await refused(enter(t, cast[role]).invite(id, input), 403)
    expect(await t.db.database.prisma.user.count({ where: { email: 'new@example.com' } })).toBe(0)
  })

  it('makes accounts and members, with their own role, that of all, or the default one', async () => {
    const { id, admin } = await buildAdmin({ defaultRole: 'comment' })
    const known = await t.build.buildPerson()
    const ada = { email: ` Ada.${name}@Example.com`, role: 'review' as const }
    const bo = { email: `bo.${name}@example.com` }
    const cy = { email: `cy.${name}@example.com`, role: null }
    const first = await done(enter(t, admin).invite(id, { emails: [ada, bo, cy, { ...bo, role: 'admin' }] }))
    expect(first.invited).toBe(3)
    const find = async (email: string) =>
      (await t.db.database.prisma.user.findUniqueOrThrow({ where: { email } })).id
    const [adaId, boId, cyId] = [
      await find(`ada.${name}@example.com`),
      await find(bo.email),
      await find(cy.email),
    ]
    expect(new Set(first.users)).toEqual(new Set([adaId, boId, cyId]))
    expect(await memberOf(id, adaId)).toEqual({ role: 'review', sso: false })
    expect(await memberOf(id, boId)).toEqual({ role: 'comment', sso: false })
    expect(await memberOf(id, cyId)).toEqual({ role: null, sso: false })

    const email = known.user.email ?? ''
    const again = { emails: [bo, { email: email.toUpperCase() }], role: 'create' as const, sso: true }
    const second = await done(enter(t, admin).invite(id, again))
    expect(second.invited).toBe(1)
    expect(first.failed).toEqual([])
    expect(second.failed).toEqual([bo.email])
    expect(new Set(second.users)).toEqual(new Set([boId, known.user.id]))
    expect(await memberOf(id, known.user.id)).toEqual({ role: 'create', sso: true })
    expect(await memberOf(id, boId)).toEqual({ role: 'comment', sso: false })
    expect(await eventTypes(id)).toEqual(Array(4).fill('member.invited'))
  })

  it('refuses what is no address, and then invites nobody', async () => {
    const { id, admin } = await buildAdmin()
    const good = { email: `good.${name}@example.com` }
    for (const email of [
      'nobody',
      'a@b',
      'a b@example.com',
      '@example.com',
      `${'x'.repeat(65)}@example.com`,
    ]) {
      await refused(enter(t, admin).invite(id, { emails: [good, { email }] }), 400)
    }
    const refusal = await refused(enter(t, admin).invite(id, { emails: [good, { email: 'nobody' }] }), 400)
    expect(refusal.details).toEqual([{ path: ['emails', 1, 'email'], message: 'Send an e-mail address.' }])
    await refused(enter(t, admin).invite(id, { emails: [] }), 400)
    const many = Array.from({ length: 101 }, (_, index) => ({ email: `p${index}@example.com` }))
    await refused(enter(t, admin).invite(id, { emails: many }), 400)
    expect(await t.db.database.prisma.user.count({ where: { email: good.email } })).toBe(0)
  })

  it('makes one account for an address that is invited twice at once', async () => {
    const { id, admin } = await buildAdmin()
    const emails = Array.from({ length: 5 }, (_, index) => ({ email: `twin${index}.${name}@example.com` }))
    const results = await Promise.all(
      [emails, emails.toReversed(), emails].map((each) => done(enter(t, admin).invite(id, { emails: each }))),
    )
    expect(results.reduce((sum, { invited }) => sum + invited, 0)).toBe(5)
    expect(await t.db.database.prisma.member.count({ where: { organizationId: id } })).toBe(6)
  })
})

describe.each(sharingDoors)('link invites at $name', ({ name, enter }) => {
  it('are for admins', async () => {
    const { id } = cast.organization
    const link = await done(enter(t, cast.admin).createLink(id, { role: 'read' }))
    const attempts = (who: { token: string } | null) => {
      const door = enter(t, who)
      return {
        list: () => door.listLinks(id),
        create: () => door.createLink(id, { role: 'admin' }),
        get: () => door.getLink(id, link.id),
        update: () => door.updateLink(id, link.id, { role: 'admin' }),
        delete: () => door.deleteLink(id, link.id),
      }
    }
    for (const attempt of Object.values(attempts(null))) await refused(attempt(), 401)
    for (const role of below) {
      const { list, create, get, update, delete: remove } = attempts(cast[role])
      for (const attempt of [list, create]) await refused(attempt(), 403)
      // By its id alone, in GraphQL, a link does not even exist for them.
      for (const attempt of [get, update, remove]) await refused(attempt(), name === 'rest' ? 403 : 404)
    }
    for (const attempt of Object.values(attempts(cast.stranger))) await refused(attempt(), 404)
    expect(await done(enter(t, cast.admin).getLink(id, link.id))).toEqual(link)
  })

  it('are made, listed the newest first, changed and taken back', async () => {
    const { id, admin } = await buildAdmin({ defaultRole: 'comment' })
    const space = await t.build.buildSpace({ organizationId: id, defaultLevel: 'edit' })
    const collection = await t.build.buildCollection({ organizationId: id, defaultLevel: null })
    const door = enter(t, admin)
    const toOrganization = await done(door.createLink(id, { role: 'read' }))
    expect(toOrganization).toEqual({ id: expect.any(String), role: 'read', redundant: true })
    const toSpace = await done(door.createLink(id, { level: 'review', space: space.id }))
    expect(toSpace).toEqual({ id: toSpace.id, level: 'review', space: space.id, redundant: false })
    const toCollection = await done(door.createLink(id, { level: 'read', collection: collection.id }))
    expect(toCollection).toMatchObject({ level: 'read', collection: collection.id, redundant: false })

    expect((await done(door.listLinks(id))).items).toEqual([toCollection, toSpace, toOrganization])
    const first = await done(door.listLinks(id, { limit: 2 }))
    const rest = await done(door.listLinks(id, { limit: 2, cursor: first.next ?? '' }))
    expect(rest.items).toEqual([toOrganization])

    expect(await done(door.updateLink(id, toOrganization.id, { role: 'edit' }))).toMatchObject({
      role: 'edit',
      redundant: false,
    })
    expect(await done(door.updateLink(id, toSpace.id, { level: 'edit' }))).toMatchObject({ redundant: true })
    await refused(door.updateLink(id, toOrganization.id, { level: 'read' }), 400)
    await refused(door.updateLink(id, toSpace.id, { role: 'read' }), 400)
    await done(door.deleteLink(id, toOrganization.id))
    await done(door.deleteLink(id, toOrganization.id))
    await refused(enter(t, cast.admin).deleteLink(id, toOrganization.id), 404)
    await refused(door.getLink(id, toOrganization.id), 404)
    expect(await eventTypes(id)).toEqual([
      'invite.created',
      'invite.created',
      'invite.created',
      'invite.updated',
      'invite.updated',
      'invite.deleted',
    ])
  })

  it('take either a role, or a level with one place of the organization', async () => {
    const { id, admin } = await buildAdmin()
    const own = await t.build.buildSpace({ organizationId: id })
    const collection = await t.build.buildCollection({ organizationId: id })
    const foreign = await t.build.buildSpace()
    const foreignCollection = await t.build.buildCollection()
    const deleted = await t.build.buildSpace({ organizationId: id, deletedAt: new Date() })
    const door = enter(t, admin)
    for (const input of [
      {},
      { level: 'read' as const },
      { space: own.id },
      { role: 'read' as const, level: 'read' as const, space: own.id },
      { level: 'read' as const, space: own.id, collection: collection.id },
      { level: 'read' as const, space: foreign.id },
      { level: 'read' as const, space: deleted.id },
      { level: 'read' as const, collection: foreignCollection.id },
      { level: 'read' as const, space: 'spc_none' },
    ]) {
      await refused(door.createLink(id, input), 400)
    }
    expect((await done(door.listLinks(id))).items).toEqual([])
  })
})

describe.each(sharingDoors)('invites.join at $name', ({ enter }) => {
  it('makes a member with the role of the link', async () => {
    const { id, admin } = await buildAdmin()
    const link = await done(enter(t, admin).createLink(id, { role: 'edit' }))
    const person = await t.build.buildPerson()
    await refused(enter(t, null).join(id, link.id), 401)
    await done(enter(t, person).join(id, link.id))
    await done(enter(t, person).join(id, link.id))
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: 'edit' })
    expect(await eventTypes(id)).toEqual(['invite.created', 'member.joined'])
  })

  it('makes a guest with a grant on a space or a collection', async () => {
    const { id, admin } = await buildAdmin()
    const space = await t.build.buildSpace({ organizationId: id })
    const collection = await t.build.buildCollection({ organizationId: id })
    const door = enter(t, admin)
    const toSpace = await done(door.createLink(id, { level: 'comment', space: space.id }))
    const toCollection = await done(door.createLink(id, { level: 'edit', collection: collection.id }))
    const person = await t.build.buildPerson()
    await done(enter(t, person).join(id, toSpace.id))
    await done(enter(t, person).join(id, toCollection.id))
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: null })
    const who = person.user.id
    expect((await done(door.users({ space: space.id }))).items).toEqual([{ permission: 'comment', who }])
    expect((await done(door.users({ collection: collection.id }))).items).toEqual([
      { permission: 'edit', who },
    ])
  })

  it('raises what somebody has, and never lowers it', async () => {
    const { id, admin } = await buildAdmin()
    const space = await t.build.buildSpace({ organizationId: id })
    const door = enter(t, admin)
    const low = await done(door.createLink(id, { role: 'comment' }))
    const level = await done(door.createLink(id, { level: 'comment', space: space.id }))
    const reader = await t.build.buildPerson({ organizationId: id, role: 'read' })
    const guest = await t.build.buildPerson({ organizationId: id, role: null })
    await done(door.grant({ space: space.id }, { role: 'review', users: [guest.user.id] }))
    for (const person of [admin, reader, guest]) await done(enter(t, person).join(id, low.id))
    expect(await memberOf(id, admin.user.id)).toMatchObject({ role: 'admin' })
    expect(await memberOf(id, reader.user.id)).toMatchObject({ role: 'comment' })
    expect(await memberOf(id, guest.user.id)).toMatchObject({ role: 'comment' })
    await done(enter(t, guest).join(id, level.id))
    expect(await memberOf(id, guest.user.id)).toMatchObject({ role: 'comment' })
    expect((await done(door.users({ space: space.id }))).items).toEqual([
      { permission: 'review', who: guest.user.id },
    ])
  })

  it('is 404 when the link is gone, of another organization, to a deleted space, or switched off', async () => {
    const { id, admin } = await buildAdmin()
    const other = await buildAdmin()
    const door = enter(t, admin)
    const link = await done(door.createLink(id, { role: 'read' }))
    const person = enter(t, await t.build.buildPerson())
    await refused(person.join(id, 'inv_none'), 404)
    await refused(person.join(other.id, link.id), 404)
    const space = await t.build.buildSpace({ organizationId: id })
    const toSpace = await done(door.createLink(id, { level: 'read', space: space.id }))
    await t.db.database.prisma.space.update({ where: { id: space.id }, data: { deletedAt: new Date() } })
    await refused(person.join(id, toSpace.id), 404)
    await t.db.database.prisma.organization.update({ where: { id }, data: { inviteLinks: false } })
    await refused(person.join(id, link.id), 404)
    await t.db.database.prisma.organization.update({ where: { id }, data: { inviteLinks: true } })
    await done(door.deleteLink(id, link.id))
    await refused(person.join(id, link.id), 404)
    expect(await t.db.database.prisma.member.count({ where: { organizationId: id } })).toBe(1)
  })

  it('does not let back in whoever was shut out', async () => {
    const { id, admin } = await buildAdmin()
    const link = await done(enter(t, admin).createLink(id, { role: 'admin' }))
    const person = await t.build.buildPerson()
    await t.build.buildMember({ organizationId: id, userId: person.user.id, disabled: true })
    await refused(enter(t, person).join(id, link.id), 403)
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: 'read' })
  })

  it('makes one member of somebody who follows several links at once', async () => {
    const { id, admin } = await buildAdmin()
    const door = enter(t, admin)
    const links = await Promise.all(
      (['read', 'review', 'comment'] as const).map((role) => done(door.createLink(id, { role }))),
    )
    const person = await t.build.buildPerson()
    await Promise.all(links.map((link) => done(enter(t, person).join(id, link.id))))
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: 'review' })
  })
})

describe('link invites over the wire', () => {
  it('answer 201 with their address, 205 when deleted, 204 when already gone', async () => {
    const { id, admin } = await buildAdmin()
    const created = await callRest(t, admin, 'POST', `/orgs/${id}/link-invites`, { body: { role: 'read' } })
    const invite = created.body as { id: string; urls: { location: string } }
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(invite.urls.location)
    const path = `/orgs/${id}/link-invites/${invite.id}`
    expect((await callRest(t, admin, 'DELETE', path)).status).toBe(205)
    expect((await callRest(t, admin, 'DELETE', path)).status).toBe(204)
  })
})
