import { beforeEach, describe, expect, it } from 'vitest'
import { done, type PeopleApi, peopleApis, refused } from '../support/apis-people.ts'
import { appForFile } from '../support/app.ts'
import { loggedEvents } from '../support/event-log.ts'
import type { Person } from '../support/factories.ts'
import { queried } from '../support/graphql-request.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
let cast: PeopleByRole
let org: string
beforeEach(async () => {
  cast = await buildPeopleByRole(t)
  org = cast.organization.id
})

const buildTeam = (title: string, ...people: Person[]) =>
  t.build.buildTeam(
    { organizationId: org, title },
    people.map(({ user }) => user),
  )
const makeOwner = (teamId: string, { user }: Person) =>
  t.db.database.prisma.teamMember.update({
    where: { teamId_userId: { teamId, userId: user.id } },
    data: { role: 'owner' },
  })
const eventsOf = (type: string) => loggedEvents(t, org, type)

describe.each(peopleApis)('teams at the $name api', ({ enter }) => {
  const as = (person: Person | null): PeopleApi => enter(t, person)
  const idsFor = async (person: Person, query = {}) =>
    (await done(as(person).listTeams(org, query))).items.map(({ id }) => id)

  describe('teams.list', () => {
    it('shows every team from read up, and to a guest those that they are in', async () => {
      const one = await buildTeam('One', cast.guest)
      const two = await buildTeam('Two')
      await t.build.buildTeam()
      expect(await idsFor(cast.read)).toEqual([one.id, two.id])
      expect(await idsFor(cast.guest)).toEqual([one.id])
      await refused(as(null).listTeams(org), 401)
      await refused(as(cast.stranger).listTeams(org), 404)
      const first = await done(as(cast.read).listTeams(org, { limit: 1 }))
      const rest = await done(as(cast.read).listTeams(org, { limit: 1, cursor: first.next ?? '' }))
      expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([one.id, two.id])
      expect(rest.next).toBeUndefined()
    })

    it('filters by title ignoring case and accents, and by who can manage it', async () => {
      const one = await buildTeam('Équipe 100%', cast.edit, cast.guest)
      const two = await buildTeam('equipment', cast.edit)
      await makeOwner(two.id, cast.edit)
      await makeOwner(one.id, cast.guest)
      expect(await idsFor(cast.read, { title: 'EQUIPE' })).toEqual([one.id])
      expect(await idsFor(cast.read, { title: 'quip' })).toEqual([one.id, two.id])
      expect(await idsFor(cast.read, { title: '%' })).toEqual([one.id])
      expect(await idsFor(cast.read, { title: 'e_u' })).toEqual([])
      expect(await idsFor(cast.read, { owner: cast.edit.user.id })).toEqual([two.id])
      expect(await idsFor(cast.read, { owner: cast.admin.user.id })).toEqual([one.id, two.id])
      expect(await idsFor(cast.read, { owner: cast.read.user.id })).toEqual([])
      expect(await idsFor(cast.guest, { owner: cast.guest.user.id })).toEqual([one.id])
      // A guest cannot see who else manages it.
      expect(await idsFor(cast.guest, { owner: cast.admin.user.id })).toEqual([])
    })
  })

  describe('teams.get', () => {
    it('returns a team with its counts and the permissions of the caller', async () => {
      const team = await buildTeam('Writers', cast.edit, cast.read)
      await makeOwner(team.id, cast.edit)
      const gone = await t.build.buildSpace({ organizationId: org, deletedAt: new Date() })
      await t.build.buildGrant('edit', { teamId: team.id }, { spaceId: cast.space.id }, org)
      await t.build.buildGrant('edit', { teamId: team.id }, { spaceId: gone.id }, org)
      const expected = {
        id: team.id,
        title: 'Writers',
        members: 2,
        spaces: 1,
        createdAt: team.createdAt.toISOString(),
        permissions: { view: true, admin: false, delete: false, manageMembers: false },
      }
      expect(await done(as(cast.read).getTeam(org, team.id))).toEqual(expected)
      expect((await done(as(cast.edit).getTeam(org, team.id))).permissions).toEqual({
        ...expected.permissions,
        manageMembers: true,
      })
      expect((await done(as(cast.admin).getTeam(org, team.id))).permissions).toEqual({
        view: true,
        admin: true,
        delete: true,
        manageMembers: true,
      })
    })

    it('is 404 when it does not exist, for a stranger, and for a guest who is not in it', async () => {
      const team = await buildTeam('Writers')
      await refused(as(null).getTeam(org, team.id), 401)
      await refused(as(cast.stranger).getTeam(org, team.id), 404)
      await refused(as(cast.guest).getTeam(org, team.id), 404)
      await refused(as(cast.guest).listTeamMembers(org, team.id), 404)
      await refused(as(cast.read).getTeam(org, 'tea_none'), 404)
    })
  })

  describe('teams.create', () => {
    it('creates a team of the named members, each once, and emits an event', async () => {
      const { id } = cast.edit.user
      const team = await done(
        as(cast.admin).createTeam(org, { title: '  Writers ', members: [id, cast.guest.user.id, id] }),
      )
      expect(team).toMatchObject({ title: 'Writers', members: 2, spaces: 0 })
      const { items } = await done(as(cast.admin).listTeamMembers(org, team.id))
      expect(items).toEqual([id, cast.guest.user.id].sort().map((userId) => [userId, 'member']))
      expect(await eventsOf('team.created')).toEqual([
        { actor: cast.admin.user.id, subject: { team: team.id } },
      ])
      expect(await eventsOf('team.member_added')).toHaveLength(2)
    })

    it('refuses members that are none, by name, and makes nothing', async () => {
      const members = [cast.edit.user.id, cast.stranger.user.id, 'usr_none']
      const { details, reason } = await refused(
        as(cast.admin).createTeam(org, { title: 'Team', members }),
        400,
      )
      expect(reason).toBe('invalid_input')
      expect(details).toEqual([
        { path: ['members', 1], message: `${cast.stranger.user.id} is not a member of this organization` },
        { path: ['members', 2], message: 'usr_none is not a member of this organization' },
      ])
      expect(await idsFor(cast.admin)).toEqual([])
      expect(await eventsOf('team.created')).toEqual([])
    })

    it('takes a title of 1 to 64 characters, and an admin', async () => {
      for (const title of ['', '  ', 'x'.repeat(65)]) {
        await refused(as(cast.admin).createTeam(org, { title }), 400)
      }
      await done(as(cast.admin).createTeam(org, { title: 'x' }))
      await done(as(cast.admin).createTeam(org, { title: 'x'.repeat(64) }))
      await refused(as(null).createTeam(org, { title: 'Team' }), 401)
      await refused(as(cast.stranger).createTeam(org, { title: 'Team' }), 404)
      for (const person of [cast.guest, cast.read, cast.create]) {
        await refused(as(person).createTeam(org, { title: 'Team' }), 403)
      }
    })
  })

  describe('teams.update', () => {
    it('renames, for admins only: an owner manages members, not the team', async () => {
      const team = await buildTeam('Writers', cast.edit)
      await makeOwner(team.id, cast.edit)
      expect((await done(as(cast.admin).updateTeam(org, team.id, 'Editors'))).title).toBe('Editors')
      await done(as(cast.admin).updateTeam(org, team.id, 'Editors'))
      expect(await eventsOf('team.updated')).toHaveLength(1)
      await refused(as(cast.admin).updateTeam(org, team.id, 'x'.repeat(65)), 400)
      await refused(as(cast.edit).updateTeam(org, team.id, 'Mine'), 403)
      await refused(as(cast.guest).updateTeam(org, team.id, 'Mine'), 404)
      await refused(as(cast.stranger).updateTeam(org, team.id, 'Mine'), 404)
      await refused(as(cast.admin).updateTeam(org, 'tea_none', 'Mine'), 404)
    })
  })

  describe('teams.delete', () => {
    it('removes memberships and grants, and succeeds when it is already deleted', async () => {
      const team = await buildTeam('Writers', cast.edit)
      await t.build.buildGrant('edit', { teamId: team.id }, { spaceId: cast.space.id }, org)
      await refused(as(cast.edit).deleteTeam(org, team.id), 403)
      await done(as(cast.admin).deleteTeam(org, team.id))
      await done(as(cast.admin).deleteTeam(org, team.id))
      for (const person of [cast.stranger, cast.guest, cast.edit]) {
        await refused(as(person).deleteTeam(org, team.id), 404)
      }
      const { prisma } = t.db.database
      expect(await prisma.teamMember.count({ where: { teamId: team.id } })).toBe(0)
      expect(await prisma.grant.count({ where: { teamId: team.id } })).toBe(0)
      expect(await eventsOf('team.deleted')).toEqual([
        { actor: cast.admin.user.id, subject: { team: team.id } },
      ])
    })

    it('leaves alone a team that the caller does not see', async () => {
      const team = await buildTeam('Writers')
      for (const person of [cast.stranger, cast.guest]) {
        const hidden = await as(person).deleteTeam(org, team.id)
        expect(hidden).toMatchObject({ ok: false, status: 404 })
        expect(await as(person).deleteTeam(org, 'tea_none')).toEqual(hidden)
      }
      await refused(as(null).deleteTeam(org, team.id), 401)
      expect(await idsFor(cast.admin)).toEqual([team.id])
      expect(await eventsOf('team.deleted')).toEqual([])
    })
  })

  describe('teams.listOfMember', () => {
    it('gives the teams and the role in each, filtered by title', async () => {
      const one = await buildTeam('Writers', cast.edit)
      const two = await buildTeam('Readers', cast.edit, cast.guest)
      await t.build.buildTeam({}, [cast.edit.user])
      await makeOwner(two.id, cast.edit)
      const teamsOf = async (viewer: Person, person: Person, query = {}) =>
        (await done(as(viewer).listMemberTeams(org, person.user.id, query))).items
      expect(await teamsOf(cast.read, cast.edit)).toEqual([
        [one.id, 'member'],
        [two.id, 'owner'],
      ])
      expect(await teamsOf(cast.read, cast.edit, { title: 'READ' })).toEqual([[two.id, 'owner']])
      expect(await teamsOf(cast.guest, cast.guest)).toEqual([[two.id, 'member']])
      await refused(as(cast.guest).listMemberTeams(org, cast.edit.user.id), 404)
      await refused(as(cast.stranger).listMemberTeams(org, cast.edit.user.id), 404)
    })
  })
})

describe('a team', () => {
  it('and a member are nodes for users who can see them, and null for others', async () => {
    const team = await buildTeam('Writers', cast.edit)
    const member = await t.db.database.prisma.member.findFirstOrThrow({
      where: { organizationId: org, userId: cast.edit.user.id },
    })
    const nodesFor = async (person: Person) =>
      (
        await queried<{ nodes: unknown[] }>(
          t,
          person,
          'query($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }',
          {
            ids: [team.id, member.id],
          },
        )
      ).nodes
    expect(await nodesFor(cast.read)).toEqual([
      { id: team.id, __typename: 'Team' },
      { id: member.id, __typename: 'Member' },
    ])
    expect(await nodesFor(cast.guest)).toEqual([null, null])
    expect(await nodesFor(cast.stranger)).toEqual([null, null])
  })

  it('lists its owner as the owner of a team, and no other user', async () => {
    const team = await buildTeam('Writers', cast.edit, cast.read)
    await makeOwner(team.id, cast.edit)
    const ask = `query($id: ID!) { organization(id: $id) { permissions { ownTeam } viewerMember { user { id } } } }`
    const seenBy = async (person: Person) =>
      (await queried<{ organization: unknown }>(t, person, ask, { id: org })).organization
    const expected = (person: Person, ownTeam: boolean) => ({
      permissions: { ownTeam },
      viewerMember: { user: { id: person.user.id } },
    })
    expect(await seenBy(cast.edit)).toEqual(expected(cast.edit, true))
    expect(await seenBy(cast.read)).toEqual(expected(cast.read, false))
    expect(await seenBy(cast.guest)).toEqual(expected(cast.guest, false))
  })
})
