import { beforeEach, describe, expect, it } from 'vitest'
import { done, type PeopleApi, type Placed, peopleApis, refused } from '../support/apis-people.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole, type PeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
let cast: PeopleByRole
let org: string
let team: string
beforeEach(async () => {
  cast = await buildPeopleByRole(t)
  org = cast.organization.id
  // The user with the edit role owns the team; the one with the review role is a member.
  team = (await t.build.buildTeam({ organizationId: org }, [cast.edit.user, cast.review.user])).id
  await t.db.database.prisma.teamMember.update({
    where: { teamId_userId: { teamId: team, userId: cast.edit.user.id } },
    data: { role: 'owner' },
  })
})

const idOf = ({ user }: Person) => user.id
const sorted = (places: Placed[]) => places.toSorted(([one], [other]) => (one < other ? -1 : 1))

async function placesIn(teamId: string): Promise<Placed[]> {
  const rows = await t.db.database.prisma.teamMember.findMany({ where: { teamId } })
  return sorted(rows.map(({ userId, role }) => [userId, role]))
}

async function countIn(teamId: string): Promise<[kept: number, real: number]> {
  const { prisma } = t.db.database
  const { memberCount } = await prisma.team.findUniqueOrThrow({ where: { id: teamId } })
  return [memberCount, await prisma.teamMember.count({ where: { teamId } })]
}

async function newEvents(): Promise<string[]> {
  const events = await t.db.database.prisma.event.findMany({
    where: { organizationId: org, type: { startsWith: 'team.member_' } },
  })
  return events.map(({ type, subject }) => `${type} ${(subject as { user: string }).user}`).sort()
}

describe.each(peopleApis)('memberships of a team at the $name api', ({ enter }) => {
  const as = (person: Person | null): PeopleApi => enter(t, person)

  describe('teams.listMembers', () => {
    it('gives members with their role, page by page, and to a guest only themselves', async () => {
      const first = await done(as(cast.read).listTeamMembers(org, team, { limit: 1 }))
      const rest = await done(
        as(cast.read).listTeamMembers(org, team, { limit: 1, cursor: first.next ?? '' }),
      )
      expect([...first.items, ...rest.items]).toEqual(
        sorted([
          [idOf(cast.edit), 'owner'],
          [idOf(cast.review), 'member'],
        ]),
      )
      expect(rest.next).toBeUndefined()
      await refused(as(cast.guest).listTeamMembers(org, team), 404)
      await done(as(cast.admin).setTeamMember(org, team, idOf(cast.guest)))
      expect((await done(as(cast.guest).listTeamMembers(org, team))).items).toEqual([
        [idOf(cast.guest), 'member'],
      ])
    })
  })

  describe('teams.updateMembers', () => {
    it('adds and removes by id and by address and sets roles, with an event for each', async () => {
      await done(
        as(cast.edit).updateTeamMembers(org, team, {
          add: [idOf(cast.read), cast.comment.user.email?.toUpperCase() ?? '', idOf(cast.edit)],
          remove: [cast.review.user.email ?? ''],
          memberships: {
            [idOf(cast.read)]: { role: 'owner' },
            [idOf(cast.create)]: { role: 'member' },
            [idOf(cast.edit)]: { role: 'owner' },
          },
        }),
      )
      expect(await placesIn(team)).toEqual(
        sorted([
          [idOf(cast.edit), 'owner'],
          [idOf(cast.read), 'owner'],
          [idOf(cast.comment), 'member'],
          [idOf(cast.create), 'member'],
        ]),
      )
      expect(await countIn(team)).toEqual([4, 4])
      expect(await newEvents()).toEqual(
        [
          ...[cast.read, cast.comment, cast.create].map((person) => `team.member_added ${idOf(person)}`),
          `team.member_removed ${idOf(cast.review)}`,
        ].sort(),
      )
      await done(
        as(cast.admin).updateTeamMembers(org, team, {
          memberships: { [idOf(cast.read)]: { role: 'member' } },
        }),
      )
      expect((await newEvents()).filter((event) => event.startsWith('team.member_updated'))).toEqual([
        `team.member_updated ${idOf(cast.read)}`,
      ])
    })

    it('removes users who are both added and removed', async () => {
      await done(
        as(cast.admin).updateTeamMembers(org, team, {
          add: [idOf(cast.read), idOf(cast.review)],
          remove: [idOf(cast.review), cast.read.user.email ?? '', idOf(cast.create)],
          memberships: { [idOf(cast.create)]: { role: 'owner' } },
        }),
      )
      expect(await placesIn(team)).toEqual([[idOf(cast.edit), 'owner']])
      expect(await countIn(team)).toEqual([1, 1])
      expect(await newEvents()).toEqual([`team.member_removed ${idOf(cast.review)}`])
    })

    it('rejects every name that is not a member of the organization, and applies nothing', async () => {
      const before = await placesIn(team)
      const stranger = cast.stranger.user
      const { details, reason } = await refused(
        as(cast.admin).updateTeamMembers(org, team, {
          add: [idOf(cast.read), 'nobody@example.com', stranger.id],
          remove: [stranger.email ?? '', idOf(cast.edit)],
          memberships: { [stranger.id]: { role: 'owner' } },
        }),
        400,
      )
      const says = (name: string | null) => `${name} is not a member of this organization`
      expect(reason).toBe('invalid_input')
      expect(details).toEqual([
        { path: ['add', 1], message: says('nobody@example.com') },
        { path: ['add', 2], message: says(stranger.id) },
        { path: ['remove', 0], message: says(stranger.email) },
        { path: ['memberships', stranger.id], message: says(stranger.id) },
      ])
      expect(await placesIn(team)).toEqual(before)
      expect(await countIn(team)).toEqual([2, 2])
      expect(await newEvents()).toEqual([])
    })

    it('is for admins and for owners of this team: others 403, or 404 where they see no team', async () => {
      const change = { add: [idOf(cast.read)] }
      const other = await t.build.buildTeam({ organizationId: org })
      await refused(as(null).updateTeamMembers(org, team, change), 401)
      await refused(as(cast.stranger).updateTeamMembers(org, team, change), 404)
      await refused(as(cast.guest).updateTeamMembers(org, team, change), 404)
      for (const person of [cast.read, cast.comment, cast.review, cast.create]) {
        await refused(as(person).updateTeamMembers(org, team, change), 403)
      }
      await refused(as(cast.edit).updateTeamMembers(org, other.id, change), 403)
      await done(as(cast.admin).updateTeamMembers(org, team, {}))
      expect(await newEvents()).toEqual([])
    })

    it('takes a thousand names and not one more', async () => {
      const names = (count: number) => Array.from({ length: count }, () => idOf(cast.read))
      await done(as(cast.admin).updateTeamMembers(org, team, { add: names(1000) }))
      await refused(as(cast.admin).updateTeamMembers(org, team, { add: names(1001) }), 400)
      expect(await countIn(team)).toEqual([3, 3])
    })
  })

  describe('teams.setMember and teams.removeMember', () => {
    it('add, change and remove one member, and again changes nothing', async () => {
      const owner = as(cast.edit)
      await done(owner.setTeamMember(org, team, idOf(cast.guest), 'owner'))
      await done(owner.setTeamMember(org, team, idOf(cast.guest)))
      expect(await placesIn(team)).toContainEqual([idOf(cast.guest), 'owner'])
      await done(owner.setTeamMember(org, team, idOf(cast.guest), 'member'))
      expect(await placesIn(team)).toContainEqual([idOf(cast.guest), 'member'])
      expect(await countIn(team)).toEqual([3, 3])
      await done(owner.removeTeamMember(org, team, idOf(cast.guest)))
      await done(owner.removeTeamMember(org, team, idOf(cast.guest)))
      expect(await countIn(team)).toEqual([2, 2])
      expect(await newEvents()).toEqual(
        ['added', 'removed', 'updated'].map((verb) => `team.member_${verb} ${idOf(cast.guest)}`),
      )
    })

    it('require the right to manage the team, and concern members of the organization', async () => {
      await refused(as(cast.admin).setTeamMember(org, team, cast.stranger.user.id), 404)
      await refused(as(cast.admin).setTeamMember(org, 'tea_none', idOf(cast.read)), 404)
      await done(as(cast.admin).removeTeamMember(org, team, cast.stranger.user.id))
      for (const act of ['setTeamMember', 'removeTeamMember'] as const) {
        await refused(as(null)[act](org, team, idOf(cast.read)), 401)
        await refused(as(cast.stranger)[act](org, team, idOf(cast.read)), 404)
        await refused(as(cast.guest)[act](org, team, idOf(cast.read)), 404)
        // Not even themselves, and not even as a member of the team.
        await refused(as(cast.review)[act](org, team, idOf(cast.review)), 403)
      }
      expect(await countIn(team)).toEqual([2, 2])
    })
  })

  it('are counted exactly while many change them at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 4 }, () => t.build.buildPerson({ organizationId: org, role: 'read' })),
    )
    const ids = people.map(idOf)
    const admin = as(cast.admin)
    await Promise.all([
      ...ids.map((id) => admin.setTeamMember(org, team, id)),
      ...ids.map((id) => admin.setTeamMember(org, team, id, 'owner')),
      admin.updateTeamMembers(org, team, { add: ids }),
      admin.updateTeamMembers(org, team, { add: ids.toReversed(), remove: [idOf(cast.review)] }),
      ...ids.slice(0, 1).map((id) => admin.removeTeamMember(org, team, id)),
      admin.removeMember(org, ids[2] ?? ''),
      admin.removeMember(org, ids[3] ?? ''),
    ])
    const [kept, real] = await countIn(team)
    expect(kept).toBe(real)
    const places = (await placesIn(team)).map(([id]) => id)
    // A user who left the organization is in none of its teams, in whichever order the requests ran.
    expect(places).not.toContain(ids[2])
    expect(places).not.toContain(ids[3])
    expect(places).toContain(ids[1])
    expect(t.faults).toEqual([])
  })
})
