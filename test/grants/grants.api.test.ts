import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/core/access/roles.ts'
import { type SharedPlace, sharingApis } from '../support/apis-sharing.ts'
import { appForFile } from '../support/app.ts'
import { queried } from '../support/graphql-request.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

const events = async (targetId: string) =>
  (await t.db.database.prisma.event.findMany({ orderBy: { position: 'asc' } }))
    .map(({ type, subject }) => ({ type, subject: subject as Record<string, string> }))
    .filter(({ subject }) => Object.values(subject).includes(targetId))
    .map(({ type, subject }) => `${type} ${subject.user ?? subject.team}`)

const places = ['space', 'collection'] as const

/** A place of the organization to share, on which members have their own role. */
const buildPlace = async (kind: (typeof places)[number]): Promise<{ place: SharedPlace; id: string }> => {
  const organizationId = cast.organization.id
  const { id } = await (kind === 'space'
    ? t.build.buildSpace({ organizationId })
    : t.build.buildCollection({ organizationId }))
  return { id, place: kind === 'space' ? { space: id } : { collection: id } }
}

describe.each(sharingApis.flatMap((api) => places.map((kind) => ({ ...api, kind }))))(
  'grants on a $kind at $name',
  ({ enter, kind }) => {
    it('are managed from create up: 401 without a token, 404 without access, 403 below', async () => {
      const { place } = await buildPlace(kind)
      const attempts = (who: { token: string } | null) => {
        const api = enter(t, who)
        const id = cast.read.user.id
        return [
          () => api.grant(place, { role: 'read', users: [id] }),
          () => api.updateUser(place, id, 'read'),
          () => api.updateTeam(place, 'tea_none', 'read'),
          () => api.removeUser(place, id),
          () => api.removeTeam(place, 'tea_none'),
          () => api.users(place),
          () => api.teams(place),
          () => api.aggregate(place),
        ]
      }
      const refuse = async (who: { token: string } | null, status: number) => {
        for (const attempt of attempts(who)) await refused(attempt(), status)
      }
      await refuse(null, 401)
      await refuse(cast.stranger, 404)
      await refuse(cast.guest, 404)
      for (const role of ['read', 'comment', 'edit', 'review'] as const) await refuse(cast[role], 403)
      expect((await done(enter(t, cast.create).users(place))).items).toEqual([])
    })

    it('are granted to users and teams, changed, listed and removed, with one event each', async () => {
      const { place, id } = await buildPlace(kind)
      const api = enter(t, cast.admin)
      const [guest, reader] = [cast.guest.user.id, cast.read.user.id]
      const { id: team } = await t.build.buildTeam({ organizationId: cast.organization.id }, [cast.read.user])
      await done(api.grant(place, { role: 'edit', users: [guest, reader, guest], teams: [team] }))
      await done(api.grant(place, { role: 'edit', users: [guest] }))
      expect((await done(api.users(place))).items).toEqual(
        [guest, reader].sort().map((who) => ({ permission: 'edit', who })),
      )
      expect((await done(api.teams(place))).items).toEqual([{ permission: 'edit', who: team }])

      await done(api.updateUser(place, guest, 'comment'))
      await done(api.updateTeam(place, team, 'review'))
      await done(api.updateTeam(place, team))
      await done(api.grant(place, { role: null, users: [reader] }))
      expect((await done(api.users(place))).items).toEqual([{ permission: 'comment', who: guest }])
      expect((await done(api.teams(place))).items).toEqual([{ permission: 'review', who: team }])

      await done(api.removeUser(place, guest))
      await done(api.removeUser(place, guest))
      await done(api.updateTeam(place, team, null))
      await done(api.removeTeam(place, team))
      expect((await done(api.users(place))).items).toEqual([])
      const emitted = await events(id)
      expect(emitted.slice(0, 3).sort()).toEqual(
        [guest, reader, team].map((who) => `permission.granted ${who}`).sort(),
      )
      expect(emitted.slice(3)).toEqual([
        `permission.changed ${guest}`,
        `permission.changed ${team}`,
        `permission.removed ${reader}`,
        `permission.removed ${guest}`,
        `permission.removed ${team}`,
      ])
    })

    it('open what they are on, to a guest and to the members of a team', async () => {
      const { place } = await buildPlace(kind)
      const guest = await t.build.buildPerson({ organizationId: cast.organization.id, role: null })
      const member = await t.build.buildPerson({ organizationId: cast.organization.id, role: null })
      const team = await t.build.buildTeam({ organizationId: cast.organization.id }, [member.user])
      await refused(enter(t, guest).users(place), 404)
      await done(enter(t, cast.create).grant(place, { role: 'read', users: [guest.user.id] }))
      await refused(enter(t, guest).users(place), 403)
      await done(enter(t, cast.create).grant(place, { role: 'create', teams: [team.id] }))
      expect((await done(enter(t, member).teams(place))).items).toEqual([
        { permission: 'create', who: team.id },
      ])
    })

    it('never exceed the role of the caller, nor change one above it', async () => {
      const { place } = await buildPlace(kind)
      const { id: reader } = cast.read.user
      const creator = enter(t, cast.create)
      await refused(creator.grant(place, { role: 'admin', users: [reader] }), 403)
      await done(creator.grant(place, { role: 'create', users: [reader] }))
      await refused(creator.updateUser(place, reader, 'admin'), 403)
      await done(enter(t, cast.admin).updateUser(place, reader, 'admin'))
      await refused(creator.updateUser(place, reader, 'read'), 403)
      await refused(creator.removeUser(place, reader), 403)
      await refused(creator.grant(place, { role: null, users: [reader] }), 403)
      expect((await done(creator.users(place))).items).toEqual([{ permission: 'admin', who: reader }])
    })

    it('are rejected by name for users and teams outside the organization, and nothing is applied', async () => {
      const { place, id } = await buildPlace(kind)
      const elsewhere = await t.build.buildTeam()
      const refusal = await refused(
        enter(t, cast.admin).grant(place, {
          role: 'read',
          users: [cast.guest.user.id, cast.stranger.user.id, 'usr_none'],
          teams: [elsewhere.id],
        }),
        400,
      )
      expect(refusal.details?.map(({ path }) => path)).toEqual([
        ['users', 1],
        ['users', 2],
        ['teams', 0],
      ])
      expect(refusal.details?.[0]?.message).toContain(cast.stranger.user.id)
      expect(await t.db.database.prisma.grant.count({ where: { targetId: id } })).toBe(0)
      await refused(enter(t, cast.admin).grant(place, { role: 'read' }), 400)
      await refused(enter(t, cast.admin).grant(place, { role: 'read', users: [], teams: [] }), 400)
      const many = Array.from({ length: 101 }, (_, index) => `usr_${index}`)
      await refused(enter(t, cast.admin).grant(place, { role: 'read', users: many }), 400)
      await refused(
        enter(t, cast.admin).grant(place, { role: 'boss' as Role, users: [cast.read.user.id] }),
        400,
      )
      await refused(enter(t, cast.admin).updateUser(place, cast.guest.user.id, 'read'), 404)
      await refused(enter(t, cast.admin).updateTeam(place, elsewhere.id, 'read'), 404)
    })

    it('are one per user when several are given at once', async () => {
      const { place, id } = await buildPlace(kind)
      const users = [cast.guest.user.id, cast.read.user.id]
      const roles: Role[] = ['read', 'comment', 'edit', 'review']
      await Promise.all(
        roles.map((role, index) =>
          done(enter(t, cast.admin).grant(place, { role, users: index % 2 ? users : users.toReversed() })),
        ),
      )
      expect(await t.db.database.prisma.grant.count({ where: { targetId: id } })).toBe(2)
    })

    it('are included in the aggregate: everyone with a role', async () => {
      const { id: organizationId } = await t.build.buildOrganization()
      const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
      const reader = await t.build.buildPerson({ organizationId, role: 'read' })
      const guest = await t.build.buildPerson({ organizationId, role: null })
      const unseen = await t.build.buildPerson({ organizationId, role: null })
      const team = await t.build.buildTeam({ organizationId }, [reader.user])
      const above = await t.build.buildCollection({ organizationId })
      const { id } =
        kind === 'space'
          ? await t.build.buildSpace({ organizationId, parentId: above.id })
          : await t.build.buildCollection({ organizationId, parentId: above.id })
      const place = kind === 'space' ? { space: id } : { collection: id }
      const api = enter(t, admin)
      await done(api.grant({ collection: above.id }, { role: 'comment', users: [guest.user.id] }))
      await done(api.grant(place, { role: 'review', teams: [team.id] }))

      const all = [
        { permission: 'admin', who: admin.user.id },
        { permission: 'review', who: reader.user.id },
        { permission: 'comment', who: guest.user.id },
      ]
      const { items } = await done(api.aggregate(place))
      expect(items).toEqual(all)
      expect(items.map(({ who }) => who)).not.toContain(unseen.user.id)
      const first = await done(api.aggregate(place, { limit: 2 }))
      const rest = await done(api.aggregate(place, { limit: 2, cursor: first.next ?? '' }))
      expect([...first.items, ...rest.items]).toEqual(all)
      expect((await done(api.aggregate(place, { role: 'comment' }))).items).toEqual(all.slice(2))
      expect((await done(api.aggregate(place, { role: 'read' }))).items).toEqual([])
    })

    it('say why everyone has their role: the highest first, with the team and where it was granted', async () => {
      const { id: organizationId } = await t.build.buildOrganization()
      const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
      const editor = await t.build.buildPerson({ organizationId, role: 'edit' })
      const guest = await t.build.buildPerson({ organizationId, role: null })
      const team = await t.build.buildTeam({ organizationId, title: 'Docs' }, [editor.user, guest.user])
      const top = await t.build.buildCollection({ organizationId })
      const above = await t.build.buildCollection({ organizationId, parentId: top.id })
      const { id } =
        kind === 'space'
          ? await t.build.buildSpace({ organizationId, parentId: above.id })
          : await t.build.buildCollection({ organizationId, parentId: above.id })
      const place = kind === 'space' ? { space: id } : { collection: id }
      const api = enter(t, admin)
      await done(api.grant({ collection: above.id }, { role: 'review', teams: [team.id] }))
      await done(api.grant(place, { role: 'comment', users: [guest.user.id] }))
      expect(await done(api.sources(place))).toEqual({
        [admin.user.id]: ['organization admin'],
        [editor.user.id]: [`team Docs review on ${above.id}`, 'organization edit'],
        [guest.user.id]: [`team Docs review on ${above.id}`, `user comment on ${id}`],
      })

      const setLevel = (collectionId: string, defaultLevel: string | null) =>
        callRest(t, admin, 'PATCH', `/collections/${collectionId}`, { body: { defaultLevel } })
      await setLevel(top.id, 'read')
      expect((await done(api.sources(place)))[editor.user.id]).toEqual([
        `team Docs review on ${above.id}`,
        `default read on ${top.id}`,
      ])
      await setLevel(top.id, null)
      expect((await done(api.sources(place)))[editor.user.id]).toEqual([`team Docs review on ${above.id}`])

      // Who sees the space, but not the collections above it, does not learn of them.
      const keeper = await t.build.buildPerson({ organizationId, role: null })
      await done(api.grant(place, { role: 'create', users: [keeper.user.id] }))
      expect((await done(enter(t, keeper).sources(place)))[editor.user.id]).toEqual(['team review'])
    })

    it('cost the same number of statements however many there are', async () => {
      const { place } = await buildPlace(kind)
      const { id: organizationId } = cast.organization
      const people = await Promise.all(
        Array.from({ length: 6 }, () => t.build.buildPerson({ organizationId, role: null })),
      )
      const teams = await Promise.all(people.map(({ user }) => t.build.buildTeam({ organizationId }, [user])))
      const api = enter(t, cast.admin)
      await done(
        api.grant(place, {
          role: 'read',
          users: people.map(({ user }) => user.id),
          teams: teams.map(({ id }) => id),
        }),
      )
      for (const part of ['users', 'teams', 'aggregate'] as const) {
        const cost = async (limit: number) =>
          (await statementsOf(t, () => done(api[part](place, { limit })))).length
        const one = await cost(1)
        expect(await cost(6)).toBe(one)
        expect(one).toBeLessThanOrEqual(3)
      }
    })
  },
)

describe('the aggregate for a token with few scopes', () => {
  it('leaves out the team and the place that the token may not read', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const guest = await t.build.buildPerson({ organizationId, role: null })
    const team = await t.build.buildTeam({ organizationId }, [guest.user])
    const { id } = await t.build.buildSpace({ organizationId })
    const body = { role: 'edit', teams: [team.id] }
    await callRest(t, admin, 'POST', `/spaces/${id}/permissions`, { body })
    const token = (await t.build.buildToken({ userId: admin.user.id, scopes: ['space:permissions:read'] }))
      .token
    const answer = await callRest(t, { token }, 'GET', `/spaces/${id}/permissions/aggregate`)
    expect(answer.status, answer.trace).toBe(200)
    const { items } = answer.body as { items: { user: { id: string }; sources: object[] }[] }
    expect(items.find(({ user }) => user.id === guest.user.id)?.sources).toEqual([
      { type: 'team', role: 'edit' },
    ])
  })
})

describe('grants below a list of spaces', () => {
  it('cost one statement for all of them', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    for (let index = 0; index < 5; index++) {
      const { id: spaceId } = await t.build.buildSpace({ organizationId })
      await t.build.buildGrant('edit', { userId: admin.user.id }, { spaceId }, organizationId)
    }
    const cost = async (first: number) => {
      t.db.statements.length = 0
      const { organization } = await queried<{
        organization: { spaces: { nodes: { userPermissions: { nodes: unknown[] } }[] } }
      }>(
        t,
        admin,
        `query($id: ID!, $first: Int) { organization(id: $id) { spaces(first: $first) { nodes {
          userPermissions(first: 5) { nodes { permission user { id } } }
          permissionsAggregate(first: 5) { totalCount nodes { permission } } } } } }`,
        { id: organizationId, first },
      )
      expect(organization.spaces.nodes.map(({ userPermissions }) => userPermissions.nodes.length)).toEqual(
        Array(first).fill(1),
      )
      return t.db.statements.filter(({ text }) => !text.includes('ApiToken')).length
    }
    expect(await cost(1)).toBe(4)
    expect(await cost(5)).toBe(4)
  })
})

describe.each(sharingApis)('a grant at $name', ({ enter }) => {
  it('is not given any more once its space was transferred while it waited', async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const guest = await t.build.buildPerson({ organizationId, role: null })
    const { id: elsewhere } = await t.build.buildOrganization()
    await t.build.buildMember({ organizationId: elsewhere, userId: admin.user.id, role: 'admin' })
    const space = await t.build.buildSpace({ organizationId })
    const client = await t.db.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `places:${organizationId}`,
      ])
      const granting = enter(t, admin).grant({ space: space.id }, { role: 'edit', users: [guest.user.id] })
      const waiting = `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE NOT l.granted AND l.locktype = 'advisory' AND d.datname = current_database()`
      await expect.poll(async () => (await client.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
      await client.query('UPDATE "Space" SET "organizationId" = $2 WHERE "id" = $1', [space.id, elsewhere])
      await client.query('COMMIT')
      await refused(granting, 409)
    } finally {
      client.release(true)
    }
    expect(await t.db.database.prisma.grant.count({ where: { targetId: space.id } })).toBe(0)
  })
})
