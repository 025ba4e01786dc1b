import { describe, expect, it } from 'vitest'
import { eventId, positionOf } from '../../src/modules/events/events.model.ts'
import { apiNamed } from '../support/api-requests.ts'
import { accountApis } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { statementsOf } from '../support/statements.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

describe('the id of an event', () => {
  it('sorts like the log, and contains its position', () => {
    const positions = [0n, 1n, 31n, 32n, 1_000_000n, 2n ** 63n - 1n]
    const ids = positions.map(eventId)
    expect(ids).toEqual([...ids].sort())
    expect(ids.map(positionOf)).toEqual(positions)
  })

  it('is rejected without a position', () => {
    for (const id of ['evt_', 'evt_1', 'evt_zzzzzzzzzzzzz', 'evt_vvvvvvvvvvvvv', 'spc_0000000000001']) {
      expect(positionOf(id)).toBeNull()
    }
  })
})

describe.each(accountApis)('audit.list at $name', ({ name, enter }) => {
  const api = apiNamed(name)

  it('is for admins: 401 without a token, 404 for strangers, 403 for every other role', async () => {
    const { id } = cast.organization
    await refused(enter(t, null).auditEvents(id), 401)
    await refused(enter(t, cast.stranger).auditEvents(id), 404)
    for (const role of ['guest', 'read', 'comment', 'edit', 'review', 'create'] as const) {
      await refused(enter(t, cast[role]).auditEvents(id), 403)
    }
  })

  it('returns who did what, newest first, with current names', async () => {
    const { id } = await t.build.buildOrganization({ title: 'Acme' })
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    const space = await done(api.enter(t, admin).createSpace(id, { title: 'Guide' }))
    await done(enter(t, admin).updateOrganization(id, { title: 'Acme Press' }))
    const comment = await done(api.enter(t, admin).postComment({ spaceId: space.id }, { markdown: 'Hm' }))
    const { items } = await done(enter(t, admin).auditEvents(id))
    const actor = { type: 'user', id: admin.user.id, label: admin.user.displayName }
    expect(items.map(({ id: _id, occurredAt: _at, ...event }) => event)).toEqual([
      { action: 'comment.posted', actor, target: { type: 'comment', id: comment.id }, related: [] },
      {
        action: 'organization.updated',
        actor,
        target: { type: 'organization', id, label: 'Acme Press' },
        related: [],
      },
      {
        action: 'space.created',
        actor,
        target: { type: 'space', id: space.id, label: 'Guide' },
        related: [],
      },
    ])
    expect(items.map((event) => event.id)).toEqual(
      items
        .map((event) => event.id)
        .sort()
        .reverse(),
    )
    expect(items.every(({ id: each }) => /^evt_[0-9a-v]{13}$/.test(each))).toBe(true)
  })

  it('pages and filters by action and actor, with a cursor for each', async () => {
    const { id } = await t.build.buildOrganization()
    const ada = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    const bo = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    for (const [index, person] of [ada, bo, ada, bo, ada].entries()) {
      await done(enter(t, person).updateOrganization(id, { title: `Title ${index}` }))
    }
    await done(enter(t, ada).updateUser(ada.user.id, { displayName: 'Ada' }))
    const all = await done(enter(t, bo).auditEvents(id))
    expect(all.items).toHaveLength(6)
    const first = await done(enter(t, bo).auditEvents(id, { limit: 4 }))
    const rest = await done(enter(t, bo).auditEvents(id, { limit: 4, cursor: first.next ?? '' }))
    expect([...first.items, ...rest.items]).toEqual(all.items)
    expect(rest.next).toBeUndefined()
    const updates = { action: 'organization.updated' }
    expect((await done(enter(t, bo).auditEvents(id, updates))).items).toHaveLength(5)
    const byAda = { ...updates, actor: ada.user.id }
    expect((await done(enter(t, bo).auditEvents(id, byAda))).items).toHaveLength(3)
    await refused(enter(t, bo).auditEvents(id, { action: 'nothing.happened' }), 400)
    await refused(enter(t, bo).auditEvents(id, { ...byAda, cursor: first.next ?? '' }), 400)
  })

  it('filters by space and period', async () => {
    const { id } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    const space = await done(api.enter(t, admin).createSpace(id, { title: 'Guide' }))
    await done(enter(t, admin).updateOrganization(id, { title: 'Acme' }))
    const actions = async (query: { space?: string; since?: string; until?: string }) =>
      (await done(enter(t, admin).auditEvents(id, query))).items.map(({ action }) => action)
    expect(await actions({ space: space.id })).toEqual(['space.created'])
    expect(await actions({ since: '2000-01-01T00:00:00Z' })).toEqual([
      'organization.updated',
      'space.created',
    ])
    expect(await actions({ until: '2000-01-01T00:00:00Z' })).toEqual([])
    await refused(enter(t, admin).auditEvents(id, { until: '2000-01-01' }), 400)
  })

  it('omits the names of resources that moved to another organization', async () => {
    const { id } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    const space = await done(api.enter(t, admin).createSpace(id, { title: 'Secret plans' }))
    const { id: organizationId } = await t.build.buildOrganization()
    await t.db.database.prisma.space.update({ where: { id: space.id }, data: { organizationId } })
    const { items } = await done(enter(t, admin).auditEvents(id))
    expect(items[0]?.target).toEqual({ type: 'space', id: space.id })
  })

  it('costs the same number of statements for one event and for many', async () => {
    const { id } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    for (let index = 0; index < 8; index++) {
      await done(api.enter(t, admin).createSpace(id, { title: `Space ${index}` }))
    }
    const cost = (limit: number) => statementsOf(t, () => done(enter(t, admin).auditEvents(id, { limit })))
    expect(await cost(1)).toHaveLength(3)
    expect(await cost(8)).toHaveLength(3)
  })
})

describe('an event as a node', () => {
  const NODE = 'query($id: ID!) { node(id: $id) { id ... on Event { type } } }'

  it('finds resources for admins of their organization, and for no other user', async () => {
    const { position } = await t.db.database.prisma.event.create({
      data: { organizationId: cast.organization.id, type: 'team.created', subject: { team: 'tea_1' } },
    })
    const id = eventId(position)
    expect(await queried(t, cast.admin, NODE, { id })).toEqual({ node: { id, type: 'TEAM_CREATED' } })
    for (const who of [cast.create, cast.guest, cast.stranger]) {
      expect(await queried(t, who, NODE, { id })).toEqual({ node: null })
    }
    expect(await queried(t, cast.admin, NODE, { id: 'evt_nonsense' })).toEqual({ node: null })
  })

  it('is refused without affecting other fields', async () => {
    const { data, errors } = await callGraphQL<{ organization: { title: string; auditEvents: null } }>(
      t,
      cast.read,
      'query($id: ID!) { organization(id: $id) { title auditEvents { totalCount } } }',
      { id: cast.organization.id },
    )
    expect(data?.organization).toEqual({ title: expect.any(String), auditEvents: null })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
  })
})
