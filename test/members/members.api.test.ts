import { beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../src/core/access/roles.ts'
import { done, type PeopleApi, peopleApis, refused } from '../support/apis-people.ts'
import { appForFile } from '../support/app.ts'
import { loggedEvents } from '../support/event-log.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
let cast: PeopleByRole
let org: string
beforeEach(async () => {
  cast = await buildPeopleByRole(t)
  org = cast.organization.id
})

const eventsOf = (type: string) => loggedEvents(t, org, type)
const membershipOf = (person: Person) =>
  t.db.database.prisma.member.findFirst({ where: { organizationId: org, userId: person.user.id } })

describe.each(peopleApis)('members at the $name api', ({ enter }) => {
  const as = (person: Person | null): PeopleApi => enter(t, person)
  const idsFor = async (person: Person, query = {}) =>
    (await done(as(person).listMembers(org, query))).items.map(({ id }) => id)

  describe('members.list', () => {
    it('requires a token and a membership in the organization', async () => {
      await refused(as(null).listMembers(org), 401)
      await refused(as(cast.stranger).listMembers(org), 404)
    })

    it('shows all members to a reader, and a guest only themselves', async () => {
      const all = await idsFor(cast.read)
      expect(all).toHaveLength(7)
      expect(all).not.toContain(cast.stranger.user.id)
      expect(await idsFor(cast.guest)).toEqual([cast.guest.user.id])
    })

    it('denies access to a disabled member', async () => {
      await t.db.database.prisma.member.updateMany({
        where: { organizationId: org, userId: cast.read.user.id },
        data: { disabled: true },
      })
      await refused(as(cast.read).listMembers(org), 404)
      const { items } = await done(as(cast.admin).listMembers(org))
      expect(items.find(({ id }) => id === cast.read.user.id)?.disabled).toBe(true)
    })

    it('filters by role, guests included', async () => {
      expect(await idsFor(cast.read, { role: 'edit' })).toEqual([cast.edit.user.id])
      expect(await idsFor(cast.read, { role: 'guest' })).toEqual([cast.guest.user.id])
      expect(await idsFor(cast.guest, { role: 'admin' })).toEqual([])
    })

    it('searches names and addresses without case and accents, and takes wildcards as they are', async () => {
      const add = async (displayName: string, email: string) => {
        const user = await t.build.buildUser({ displayName, email: `${org}.${email}` })
        await t.build.buildMember({ organizationId: org, userId: user.id })
        return user.id
      }
      const rene = await add('René Łukasz', 'rl@example.org')
      const percent = await add('100%_sure\\', 'sure@example.org')
      expect(await idsFor(cast.read, { search: 'RENE lu' })).toEqual([rene])
      expect(await idsFor(cast.read, { search: 'réné' })).toEqual([rene])
      expect(await idsFor(cast.read, { search: `${org}.SURE@` })).toEqual([percent])
      for (const search of ['%', '\\', '%_', '％']) {
        expect(await idsFor(cast.read, { search }), search).toEqual([percent])
      }
      expect(await idsFor(cast.read, { search: '1__%' })).toEqual([])
      const byName = { search: `${org}.`, sort: 'name' } as const
      expect(await idsFor(cast.read, { ...byName, order: 'asc', limit: 1 })).toEqual([percent])
      expect(await idsFor(cast.read, { ...byName, order: 'desc' })).toEqual([rene, percent])
      expect(await idsFor(cast.read, { ...byName, order: 'asc', role: 'read' })).toEqual([percent, rene])
      expect(await idsFor(cast.read, { ...byName, role: 'guest' })).toEqual([])
      expect(await idsFor(cast.guest, byName)).toEqual([])
      expect(await idsFor(cast.guest, { search: 'rene' })).toEqual([])
      expect(await idsFor(cast.read, { search: '  ' })).toHaveLength(9)
    })

    it('orders by joining, by last sight and by name, and pages through each without a gap', async () => {
      const people = [cast.read, cast.comment, cast.edit, cast.review, cast.create, cast.admin, cast.guest]
      const names = ['Zoë', 'ábel', 'Abel', 'bo', 'Émile', 'emil', 'Carl']
      for (const [index, { user }] of people.entries()) {
        await t.db.database.prisma.user.update({
          where: { id: user.id },
          data: { displayName: names[index] ?? '' },
        })
        await t.db.database.prisma.member.updateMany({
          where: { userId: user.id },
          data: {
            // Two members at a time share a date, so that only the unique column distinguishes them.
            joinedAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 2))),
            lastSeenAt: index < 4 ? new Date(Date.UTC(2026, 1, 9 - index)) : null,
          },
        })
      }
      const walk = async (query: object) => {
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = await done(
            as(cast.read).listMembers(org, { ...query, limit: 2, ...(cursor ? { cursor } : {}) }),
          )
          seen.push(...page.items.map(({ name }) => name))
          cursor = page.next
        } while (cursor !== undefined)
        return seen
      }
      const byName = await walk({ sort: 'name', order: 'asc' })
      expect(byName.slice(0, 2).sort()).toEqual(['Abel', 'ábel'])
      expect(byName.slice(2)).toEqual(['bo', 'Carl', 'emil', 'Émile', 'Zoë'])
      expect(await walk({ sort: 'name' })).toEqual(byName.toReversed())
      expect(await walk({ sort: 'name', order: 'asc', search: '@' })).toEqual(byName)
      expect(await walk({ sort: 'name', search: '@' })).toEqual(byName.toReversed())
      expect(await walk({ sort: 'lastSeenAt' })).toEqual(names.slice(0, 4))
      expect(await walk({ sort: 'lastSeenAt', order: 'asc' })).toEqual(names.slice(0, 4).toReversed())
      const byJoining = await walk({})
      expect(byJoining[0]).toBe('Carl')
      expect([...byJoining].sort()).toEqual([...names].sort())
      expect(await walk({ order: 'asc', sort: 'joinedAt' })).toEqual(byJoining.toReversed())
    })

    it('refuses a cursor of another order, and values that it does not know', async () => {
      const { next } = await done(as(cast.read).listMembers(org, { limit: 2 }))
      const asked = { cursor: next ?? '', limit: 2 }
      const refusal = await refused(as(cast.read).listMembers(org, { ...asked, sort: 'name' }), 400)
      expect(refusal.reason).toBe('invalid_cursor')
      for (const query of [{ sort: 'age' }, { role: 'king' }, { limit: 0 }, { limit: 1001 }]) {
        await refused(as(cast.read).listMembers(org, query), 400)
      }
      await refused(as(cast.read).listMembers(org, { search: 'x'.repeat(256) }), 400)
      expect(await idsFor(cast.read, { search: 'x'.repeat(255) })).toEqual([])
    })
  })

  describe('members.get', () => {
    it('returns a member with the teams and spaces of this organization, without deleted ones', async () => {
      const other = await t.build.buildOrganization()
      await t.build.buildMember({ organizationId: other.id, userId: cast.edit.user.id })
      await t.build.buildTeam({ organizationId: org }, [cast.edit.user])
      await t.build.buildTeam({ organizationId: other.id }, [cast.edit.user])
      const gone = await t.build.buildSpace({ organizationId: org, deletedAt: new Date() })
      const away = await t.build.buildSpace({ organizationId: other.id })
      const collection = await t.build.buildCollection({ organizationId: org })
      const to = { userId: cast.edit.user.id }
      await t.build.buildGrant('review', to, { spaceId: cast.space.id }, org)
      await t.build.buildGrant('review', to, { spaceId: gone.id }, org)
      await t.build.buildGrant('review', to, { collectionId: collection.id }, org)
      await t.build.buildGrant('review', to, { spaceId: away.id }, other.id)
      const row = await membershipOf(cast.edit)
      expect(await done(as(cast.read).getMember(org, cast.edit.user.id))).toEqual({
        id: cast.edit.user.id,
        name: cast.edit.user.displayName,
        role: 'edit',
        disabled: false,
        sso: false,
        joinedAt: row?.joinedAt.toISOString(),
        lastSeenAt: null,
        spaces: 1,
        teams: 1,
      })
    })

    it('is 404 for a stranger, for a guest about others, and for a user who is not a member', async () => {
      await refused(as(null).getMember(org, cast.edit.user.id), 401)
      await refused(as(cast.stranger).getMember(org, cast.edit.user.id), 404)
      await refused(as(cast.guest).getMember(org, cast.edit.user.id), 404)
      await refused(as(cast.admin).getMember(org, cast.stranger.user.id), 404)
      await refused(as(cast.admin).getMember(org, 'usr_nobody'), 404)
      expect((await done(as(cast.guest).getMember(org, cast.guest.user.id))).role).toBeNull()
    })
  })

  describe('members.update', () => {
    it('changes the role, with null for a guest, and emits one event', async () => {
      const { id } = cast.edit.user
      expect((await done(as(cast.admin).updateMember(org, id, { role: 'review' }))).role).toBe('review')
      expect((await done(as(cast.admin).updateMember(org, id, { role: null }))).role).toBeNull()
      expect((await done(as(cast.admin).updateMember(org, id, { role: null }))).role).toBeNull()
      expect((await done(as(cast.admin).updateMember(org, id, {}))).role).toBeNull()
      const updated = {
        actor: cast.admin.user.id,
        subject: { user: id, member: (await membershipOf(cast.edit))?.id },
      }
      expect(await eventsOf('member.updated')).toEqual([updated, updated])
    })

    it('requires an admin: 401 without a token, strangers and guests 404, members 403', async () => {
      const { id } = cast.edit.user
      await refused(as(null).updateMember(org, id, { role: 'read' }), 401)
      await refused(as(cast.stranger).updateMember(org, id, { role: 'read' }), 404)
      await refused(as(cast.guest).updateMember(org, id, { role: 'read' }), 404)
      for (const role of ['read', 'comment', 'edit', 'review', 'create'] as const) {
        await refused(as(cast[role]).updateMember(org, id, { role: 'admin' }), 403)
      }
      await refused(as(cast.guest).updateMember(org, cast.guest.user.id, { role: 'admin' }), 403)
      await refused(as(cast.admin).updateMember(org, cast.stranger.user.id, { role: 'read' }), 404)
      await refused(as(cast.admin).updateMember(org, id, { role: 'king' as Role }), 400)
      expect(await eventsOf('member.updated')).toEqual([])
    })

    it('keeps the last admin: 409, until there is another who is not disabled', async () => {
      const last = cast.admin.user.id
      const refusal = await refused(as(cast.admin).updateMember(org, last, { role: 'read' }), 409)
      expect(refusal.reason).toBe('conflict')
      await refused(as(cast.admin).removeMember(org, last), 409)
      await t.build.buildMember({ organizationId: org, role: 'admin', disabled: true })
      await refused(as(cast.admin).updateMember(org, last, { role: null }), 409)
      await done(as(cast.admin).updateMember(org, last, { role: 'admin' }))
      await done(as(cast.admin).updateMember(org, cast.create.user.id, { role: 'admin' }))
      expect((await done(as(cast.admin).updateMember(org, last, { role: 'read' }))).role).toBe('read')
    })
  })

  describe('members.remove', () => {
    it('takes along teams and grants of this organization, and of no other', async () => {
      const other = await t.build.buildOrganization()
      const { user } = cast.edit
      await t.build.buildMember({ organizationId: other.id, userId: user.id })
      const team = await t.build.buildTeam({ organizationId: org }, [user, cast.read.user])
      const away = await t.build.buildTeam({ organizationId: other.id }, [user])
      const awaySpace = await t.build.buildSpace({ organizationId: other.id })
      await t.build.buildGrant('admin', { userId: user.id }, { spaceId: cast.space.id }, org)
      await t.build.buildGrant('admin', { userId: user.id }, { spaceId: awaySpace.id }, other.id)
      const member = await membershipOf(cast.edit)

      await done(as(cast.admin).removeMember(org, user.id))

      const { prisma } = t.db.database
      expect(await membershipOf(cast.edit)).toBeNull()
      expect(await prisma.teamMember.findMany({ where: { userId: user.id } })).toMatchObject([
        { teamId: away.id },
      ])
      expect(await prisma.grant.findMany({ where: { userId: user.id } })).toMatchObject([
        { spaceId: awaySpace.id },
      ])
      expect((await done(as(cast.admin).getTeam(org, team.id))).members).toBe(1)
      expect(await eventsOf('member.removed')).toEqual([
        { actor: cast.admin.user.id, subject: { user: user.id, member: member?.id } },
      ])
      await done(as(cast.admin).removeMember(org, user.id))
      expect(await eventsOf('member.removed')).toHaveLength(1)
    })

    it('lets every member leave, and requires the admin role to remove others', async () => {
      await refused(as(null).removeMember(org, cast.edit.user.id), 401)
      await refused(as(cast.stranger).removeMember(org, cast.edit.user.id), 404)
      await refused(as(cast.guest).removeMember(org, cast.edit.user.id), 404)
      await refused(as(cast.guest).removeMember(org, 'usr_nobody'), 404)
      await refused(as(cast.create).removeMember(org, cast.edit.user.id), 403)
      for (const person of [cast.guest, cast.read, cast.create]) {
        await done(as(person).removeMember(org, person.user.id))
        await refused(as(person).listMembers(org), 404)
        await refused(as(person).removeMember(org, person.user.id), 404)
      }
      await done(as(cast.admin).removeMember(org, 'usr_nobody'))
    })
  })

  describe('members.ping', () => {
    it('notes when the caller was last seen, guests too', async () => {
      const now = new Date('2026-11-15T10:00:00.123Z')
      const { now: clock } = t.clock
      t.clock.now = () => now
      try {
        await done(as(cast.guest).ping(org))
      } finally {
        t.clock.now = clock
      }
      const { lastSeenAt } = await done(as(cast.admin).getMember(org, cast.guest.user.id))
      expect(lastSeenAt).toBe(now.toISOString())
      await refused(as(null).ping(org), 401)
      await refused(as(cast.stranger).ping(org), 404)
    })
  })

  describe('members.setSso', () => {
    it('is for admins, and doing it twice is doing it once', async () => {
      const { id } = cast.edit.user
      expect((await done(as(cast.admin).setMemberSso(org, id))).sso).toBe(true)
      expect((await done(as(cast.admin).setMemberSso(org, id))).sso).toBe(true)
      expect(await eventsOf('member.updated')).toHaveLength(1)
      await refused(as(cast.create).setMemberSso(org, id), 403)
      await refused(as(cast.guest).setMemberSso(org, id), 404)
      await refused(as(cast.stranger).setMemberSso(org, id), 404)
    })
  })

  it('take a token with their scope', async () => {
    const token = async (...scopes: string[]) => {
      const made = await t.build.buildToken({ userId: cast.admin.user.id, scopes })
      return enter(t, { token: made.token })
    }
    await refused((await token('space:write')).listMembers(org), 403)
    // In GraphQL the path starts at the organization.
    const reader = await token('organization:read', 'organization:members:read')
    await done(reader.listMembers(org))
    await refused(reader.updateMember(org, cast.edit.user.id, { role: 'read' }), 403)
  })
})
