import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { type NewLinkView, sharingApis } from '../support/apis-sharing.ts'
import { appForFile, type TestApp } from '../support/app.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const MIGRATION = new URL('../../prisma/migrations/20261115150635_invite_keys/migration.sql', import.meta.url)

const t = await appForFile()
const cast = await buildPeopleByRole(t)

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
const withoutKey = ({ key: _key, ...link }: NewLinkView) => link
const buildAdmin = async (overrides: Parameters<TestApp['build']['buildOrganization']>[0] = {}) => {
  const { id } = await t.build.buildOrganization(overrides)
  return { id, admin: await t.build.buildPerson({ organizationId: id, role: 'admin' }) }
}

describe.each(sharingApis)('invites.users at $name', ({ name, enter }) => {
  it('is for admins', async () => {
    const { id } = cast.organization
    const input = { emails: [{ email: 'new@example.com' }] }
    await refused(enter(t, null).invite(id, input), 401)
    await refused(enter(t, cast.stranger).invite(id, input), 404)
    for (const role of below) await refused(enter(t, cast[role]).invite(id, input), 403)
    expect(await t.db.database.prisma.user.count({ where: { email: 'new@example.com' } })).toBe(0)
  })

  it('makes members of people when they accept, with their own role, that of all, or the default one', async () => {
    const { id, admin } = await buildAdmin({ defaultRole: 'comment' })
    const people = await Promise.all([1, 2, 3].map(() => t.build.buildPerson()))
    const [ada, bo, cy] = people.map(({ user }) => user.email ?? '') as [string, string, string]
    const emails = [{ email: ` ${ada.toUpperCase()}`, role: 'review' as const }, { email: bo }]
    const input = { emails: [...emails, { email: cy, role: null }, { email: bo, role: 'admin' as const }] }
    const { invites, ...answer } = await done(enter(t, admin).invite(id, input))
    expect(answer).toEqual({ users: [], invited: 3, failed: [] })
    const inviteTo = (email: string) => invites.find((invite) => invite.email === email)
    for (const { user } of people) expect(await memberOf(id, user.id)).toBeNull()
    const accept = (n: number, by: string | undefined) => done(enter(t, people[n] ?? null).join(id, by ?? ''))
    await accept(0, inviteTo(ada)?.key)
    await accept(1, inviteTo(bo)?.id)
    await accept(2, inviteTo(cy)?.id)
    const roles = await Promise.all(people.map(({ user }) => memberOf(id, user.id)))
    expect(roles).toEqual(['review', 'comment', null].map((role) => ({ role, sso: false })))
    expect(await eventTypes(id)).toEqual([
      ...Array(3).fill('member.invited'),
      ...Array(3).fill('member.joined'),
    ])

    const late = await t.build.buildPerson()
    const again = { emails: [{ email: bo }, { email: late.user.email ?? '' }], sso: true }
    const second = await done(enter(t, admin).invite(id, again))
    expect(second).toMatchObject({ users: [people[1]?.user.id], invited: 1, failed: [bo] })
    await done(enter(t, late).join(id, second.invites[0]?.key ?? ''))
    expect(await memberOf(id, late.user.id)).toEqual({ role: 'comment', sso: true })
  })

  it('gives the same answer for addresses with and without an account', async () => {
    const { id, admin } = await buildAdmin()
    const known = (await t.build.buildPerson()).user.email ?? ''
    const unknown = `unknown.${name}@example.com`
    const ask = (email: string) => done(enter(t, admin).invite(id, { emails: [{ email }] }))
    const shape = (email: string) => ({
      users: [],
      invited: 1,
      failed: [],
      invites: [
        {
          id: expect.stringMatching(/^inv_/),
          email,
          key: expect.stringMatching(/^qinv_.{43}$/),
          link: expect.stringMatching(`^${t.origin}/app/join/${id}#qinv_.{43}$`),
          expiresAt: expect.any(String),
        },
      ],
    })
    expect(await ask(known)).toEqual(shape(known))
    expect(await ask(unknown)).toEqual(shape(unknown))
    expect(await ask(unknown)).toEqual(shape(unknown))
    expect(await t.db.database.prisma.member.count({ where: { organizationId: id } })).toBe(1)
  })

  it('gives operators the accounts, for which they make the first token', async () => {
    const { id, admin } = await buildAdmin()
    await t.db.database.prisma.user.update({ where: { id: admin.user.id }, data: { isOperator: true } })
    const email = `first.${name}@example.com`
    const { users } = await done(enter(t, admin).invite(id, { emails: [{ email }] }))
    const user = await t.db.database.prisma.user.findUniqueOrThrow({ where: { email } })
    expect(users).toEqual([user.id])
  })

  it('can be accepted once, and by its id only by the user it was sent to', async () => {
    const { id, admin } = await buildAdmin()
    const [invited, other, third] = await Promise.all([1, 2, 3].map(() => t.build.buildPerson()))
    const email = invited?.user.email ?? ''
    const first = await done(enter(t, admin).invite(id, { emails: [{ email }] }))
    const second = await done(enter(t, admin).invite(id, { emails: [{ email, role: 'edit' }] }))
    const [invite] = second.invites
    if (!invite || !other || !third) throw new Error('There is no invite')
    expect((await done(enter(t, admin).listLinks(id))).items).toEqual([
      { id: invite.id, email, role: 'edit', redundant: false },
    ])
    // The second invite replaces the first and its key.
    await refused(enter(t, other).join(id, first.invites[0]?.key ?? ''), 404)
    await refused(enter(t, other).join(id, invite.id), 404)
    // Disabling invite links does not affect invites to an address.
    await t.db.database.prisma.organization.update({ where: { id }, data: { inviteLinks: false } })
    await done(enter(t, other).join(id, invite.key))
    await refused(enter(t, third).join(id, invite.key), 404)
    expect(await memberOf(id, other.user.id)).toMatchObject({ role: 'edit' })
  })

  it('rejects an invalid address, and then sends no invite', async () => {
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
    expect(refusal.details).toEqual([
      { path: ['emails', 1, 'email'], message: 'must be an e-mail address (got "nobody")' },
    ])
    await refused(enter(t, admin).invite(id, { emails: [] }), 400)
    const many = Array.from({ length: 101 }, (_, index) => ({ email: `p${index}@example.com` }))
    await refused(enter(t, admin).invite(id, { emails: many }), 400)
    expect(await t.db.database.prisma.user.count({ where: { email: good.email } })).toBe(0)
  })

  it('makes one invite for an address that is invited twice at once', async () => {
    const { id, admin } = await buildAdmin()
    const emails = Array.from({ length: 5 }, (_, index) => ({ email: `twin${index}.${name}@example.com` }))
    const results = await Promise.all(
      [emails, emails.toReversed(), emails].map((each) => done(enter(t, admin).invite(id, { emails: each }))),
    )
    expect(results.map(({ invited }) => invited)).toEqual([5, 5, 5])
    expect(await t.db.database.prisma.invite.count({ where: { organizationId: id } })).toBe(5)
  })
})

describe.each(sharingApis)('link invites at $name', ({ name, enter }) => {
  it('are for admins', async () => {
    const { id } = cast.organization
    const link = withoutKey(await done(enter(t, cast.admin).createLink(id, { role: 'read' })))
    const attempts = (who: { token: string } | null) => {
      const api = enter(t, who)
      return {
        list: () => api.listLinks(id),
        create: () => api.createLink(id, { role: 'admin' }),
        get: () => api.getLink(id, link.id),
        update: () => api.updateLink(id, link.id, { role: 'admin' }),
        delete: () => api.deleteLink(id, link.id),
      }
    }
    for (const attempt of Object.values(attempts(null))) await refused(attempt(), 401)
    for (const role of below) {
      const { list, create, get, update, delete: remove } = attempts(cast[role])
      for (const attempt of [list, create]) await refused(attempt(), 403)
      // In GraphQL, where the link is looked up by its id alone, the response is 404.
      for (const attempt of [get, update, remove]) await refused(attempt(), name === 'rest' ? 403 : 404)
    }
    for (const attempt of Object.values(attempts(cast.stranger))) await refused(attempt(), 404)
    expect(await done(enter(t, cast.admin).getLink(id, link.id))).toEqual(link)
  })

  it('are made, listed the newest first, changed and taken back', async () => {
    const { id, admin } = await buildAdmin({ defaultRole: 'comment' })
    const space = await t.build.buildSpace({ organizationId: id, defaultLevel: 'edit' })
    const collection = await t.build.buildCollection({ organizationId: id, defaultLevel: null })
    const api = enter(t, admin)
    const toOrganization = withoutKey(await done(api.createLink(id, { role: 'read' })))
    expect(toOrganization).toEqual({ id: expect.any(String), role: 'read', redundant: true })
    const toSpace = withoutKey(await done(api.createLink(id, { level: 'review', space: space.id })))
    expect(toSpace).toEqual({ id: toSpace.id, level: 'review', space: space.id, redundant: false })
    const toCollection = withoutKey(
      await done(api.createLink(id, { level: 'read', collection: collection.id })),
    )
    expect(toCollection).toMatchObject({ level: 'read', collection: collection.id, redundant: false })

    expect((await done(api.listLinks(id))).items).toEqual([toCollection, toSpace, toOrganization])
    const first = await done(api.listLinks(id, { limit: 2 }))
    const rest = await done(api.listLinks(id, { limit: 2, cursor: first.next ?? '' }))
    expect(rest.items).toEqual([toOrganization])

    expect(await done(api.updateLink(id, toOrganization.id, { role: 'edit' }))).toMatchObject({
      role: 'edit',
      redundant: false,
    })
    expect(await done(api.updateLink(id, toSpace.id, { level: 'edit' }))).toMatchObject({ redundant: true })
    await refused(api.updateLink(id, toOrganization.id, { level: 'read' }), 400)
    await refused(api.updateLink(id, toSpace.id, { role: 'read' }), 400)
    await done(api.deleteLink(id, toOrganization.id))
    await done(api.deleteLink(id, toOrganization.id))
    await refused(enter(t, cast.admin).deleteLink(id, toOrganization.id), 404)
    await refused(api.getLink(id, toOrganization.id), 404)
    expect(await eventTypes(id)).toEqual([
      'invite.created',
      'invite.created',
      'invite.created',
      'invite.updated',
      'invite.updated',
      'invite.deleted',
    ])
    const ofSpace = await t.db.database.prisma.event.findMany({ where: { spaceId: toSpace.space } })
    expect(ofSpace.map(({ type }) => type).sort()).toEqual(['invite.created', 'invite.updated'])
  })

  it('take either a role, or a level with one place of the organization', async () => {
    const { id, admin } = await buildAdmin()
    const own = await t.build.buildSpace({ organizationId: id })
    const collection = await t.build.buildCollection({ organizationId: id })
    const foreign = await t.build.buildSpace()
    const foreignCollection = await t.build.buildCollection()
    const deleted = await t.build.buildSpace({ organizationId: id, deletedAt: new Date() })
    const api = enter(t, admin)
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
      await refused(api.createLink(id, input), 400)
    }
    expect((await done(api.listLinks(id))).items).toEqual([])
  })
})

describe.each(sharingApis)('invites.join at $name', ({ enter }) => {
  it('makes a member with the role of the link', async () => {
    const { id, admin } = await buildAdmin()
    const link = await done(enter(t, admin).createLink(id, { role: 'edit' }))
    const person = await t.build.buildPerson()
    await refused(enter(t, null).join(id, link.key), 401)
    await done(enter(t, person).join(id, link.key))
    await done(enter(t, person).join(id, link.key))
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: 'edit' })
    expect(await eventTypes(id)).toEqual(['invite.created', 'member.joined'])
  })

  it('makes a guest with a grant on a space or a collection', async () => {
    const { id, admin } = await buildAdmin()
    const space = await t.build.buildSpace({ organizationId: id })
    const collection = await t.build.buildCollection({ organizationId: id })
    const api = enter(t, admin)
    const toSpace = await done(api.createLink(id, { level: 'comment', space: space.id }))
    const toCollection = await done(api.createLink(id, { level: 'edit', collection: collection.id }))
    const person = await t.build.buildPerson()
    await done(enter(t, person).join(id, toSpace.key))
    await done(enter(t, person).join(id, toCollection.key))
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: null })
    const who = person.user.id
    expect((await done(api.users({ space: space.id }))).items).toEqual([{ permission: 'comment', who }])
    expect((await done(api.users({ collection: collection.id }))).items).toEqual([
      { permission: 'edit', who },
    ])
  })

  it('raises an existing role, and never lowers it', async () => {
    const { id, admin } = await buildAdmin()
    const space = await t.build.buildSpace({ organizationId: id })
    const api = enter(t, admin)
    const low = await done(api.createLink(id, { role: 'comment' }))
    const level = await done(api.createLink(id, { level: 'comment', space: space.id }))
    const reader = await t.build.buildPerson({ organizationId: id, role: 'read' })
    const guest = await t.build.buildPerson({ organizationId: id, role: null })
    await done(api.grant({ space: space.id }, { role: 'review', users: [guest.user.id] }))
    for (const person of [admin, reader, guest]) await done(enter(t, person).join(id, low.key))
    expect(await memberOf(id, admin.user.id)).toMatchObject({ role: 'admin' })
    expect(await memberOf(id, reader.user.id)).toMatchObject({ role: 'comment' })
    expect(await memberOf(id, guest.user.id)).toMatchObject({ role: 'comment' })
    await done(enter(t, guest).join(id, level.key))
    expect(await memberOf(id, guest.user.id)).toMatchObject({ role: 'comment' })
    expect((await done(api.users({ space: space.id }))).items).toEqual([
      { permission: 'review', who: guest.user.id },
    ])
  })

  it('returns 404 when the link is deleted, of another organization, to a deleted space, or disabled', async () => {
    const { id, admin } = await buildAdmin()
    const other = await buildAdmin()
    const api = enter(t, admin)
    const link = await done(api.createLink(id, { role: 'read' }))
    const person = enter(t, await t.build.buildPerson())
    await refused(person.join(id, 'inv_none'), 404)
    // The id is public in events and lists: it is not the key.
    await refused(person.join(id, link.id), 404)
    await refused(person.join(other.id, link.key), 404)
    const space = await t.build.buildSpace({ organizationId: id })
    const toSpace = await done(api.createLink(id, { level: 'read', space: space.id }))
    await t.db.database.prisma.space.update({ where: { id: space.id }, data: { deletedAt: new Date() } })
    await refused(person.join(id, toSpace.key), 404)
    await t.db.database.prisma.organization.update({ where: { id }, data: { inviteLinks: false } })
    await refused(person.join(id, link.key), 404)
    await t.db.database.prisma.organization.update({ where: { id }, data: { inviteLinks: true } })
    await done(api.deleteLink(id, link.id))
    await refused(person.join(id, link.key), 404)
    expect(await t.db.database.prisma.member.count({ where: { organizationId: id } })).toBe(1)
  })

  it('does not readmit a disabled member', async () => {
    const { id, admin } = await buildAdmin()
    const link = await done(enter(t, admin).createLink(id, { role: 'admin' }))
    const person = await t.build.buildPerson()
    await t.build.buildMember({ organizationId: id, userId: person.user.id, disabled: true })
    await refused(enter(t, person).join(id, link.key), 403)
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: 'read' })
  })

  it('creates one membership for a user who accepts several links concurrently', async () => {
    const { id, admin } = await buildAdmin()
    const api = enter(t, admin)
    const links = await Promise.all(
      (['read', 'review', 'comment'] as const).map((role) => done(api.createLink(id, { role }))),
    )
    const person = await t.build.buildPerson()
    await Promise.all(links.map((link) => done(enter(t, person).join(id, link.key))))
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: 'review' })
  })
})

describe.each(sharingApis)('keys of invites at $name', ({ name, enter }) => {
  it('are in no event, and no row', async () => {
    const { id, admin } = await buildAdmin()
    const api = enter(t, admin)
    const link = await done(api.createLink(id, { role: 'read' }))
    const { invites } = await done(api.invite(id, { emails: [{ email: `keyed.${name}@example.com` }] }))
    const where = { where: { organizationId: id } }
    const { event, invite } = t.db.database.prisma
    const rows = await Promise.all([event.findMany(where), invite.findMany(where)])
    const stored = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(stored).toContain(link.id)
    for (const { key } of [link, ...invites]) expect(stored).not.toContain(key)
  })

  it('are the old ids for links that were sent before there were keys', async () => {
    const { id, admin } = await buildAdmin()
    const { prisma, pool } = t.db.database
    const old = await prisma.invite.create({
      data: { id: newId('Invite'), organizationId: id, role: 'edit' },
    })
    const subject = { invite: old.id }
    await prisma.event.create({ data: { organizationId: id, type: 'invite.created', subject } })
    const sql = readFileSync(MIGRATION, 'utf8')
    await pool.query(sql.slice(sql.indexOf('CREATE TEMPORARY TABLE')))
    const api = enter(t, admin)
    const [link] = (await done(api.listLinks(id))).items
    expect(link?.id).not.toBe(old.id)
    expect(link?.id).toMatch(/^inv_[0-9a-z]{26}$/)
    expect((await prisma.event.findFirstOrThrow({ where: { organizationId: id } })).subject).toEqual({
      invite: link?.id,
    })
    const person = await t.build.buildPerson()
    await done(enter(t, person).join(id, old.id))
    expect(await memberOf(id, person.user.id)).toMatchObject({ role: 'edit' })
  })
})

describe('link invites over the wire', () => {
  it('return 201 with their URL, 205 when deleted, 204 when already deleted', async () => {
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
