import { describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { listedGraphQL, listedRest, plain, restAsker } from '../support/api-requests.ts'
import type { Attempt } from '../support/apis.ts'
import { appForFile, type TestApp } from '../support/app.ts'
import { graphqlAsker } from '../support/graphql-outcomes.ts'
import { done, type Listed, refused } from '../support/outcome.ts'
import { buildOperator } from '../users/people-to-erase.ts'

const t = await appForFile({
  environment: { SECRET_KEY: 'a secret that nobody may see, long enough', RATE_LIMIT: '0' },
})

interface InstanceView {
  version: string
  nodes: { nodeId: string; host: string; version: string }[]
  figures: Record<string, unknown>
  findings: { code: string; state: string; found: string; action?: string }[]
}
interface OrganizationView {
  organizationId: string
  title: string
  members: number
  spaces: number
}
interface UserView {
  user: { id: string; email?: string }
  state: string
  organizations: number
}
interface InstanceApi {
  get(): Attempt<InstanceView>
  organizations(search?: string): Attempt<Listed<OrganizationView>>
  users(filters?: { search?: string; state?: string }): Attempt<Listed<UserView>>
}
type Who = { token: string } | null

const instanceView = (row: InstanceView): InstanceView => ({
  version: row.version,
  nodes: row.nodes,
  figures: plain(row.figures),
  findings: row.findings.map((each) => ({
    ...plain<InstanceView['findings'][number]>(each),
    code: each.code.toLowerCase(),
    state: each.state.toLowerCase(),
  })),
})
const userView = ({ user, state, organizations }: UserView): UserView => ({
  user: plain({ id: user.id, email: user.email }),
  state: state.toLowerCase(),
  organizations,
})
const organizationView = ({
  organizationId,
  title,
  members,
  spaces,
}: OrganizationView): OrganizationView => ({
  organizationId,
  title,
  members,
  spaces,
})

function restInstance(t: TestApp, who: Who): InstanceApi {
  const ask = restAsker(t, who)
  return {
    get: () => ask('GET', '/instance', instanceView),
    organizations: (search) =>
      ask('GET', '/instance/organizations', listedRest(organizationView), { query: { search, limit: 1000 } }),
    users: (query = {}) =>
      ask('GET', '/instance/users', listedRest(userView), { query: { ...query, limit: 1000 } }),
  }
}

const PAGE = 'pageInfo { hasNextPage endCursor }'
const FIGURES =
  'databaseVersion databaseBytes fileObjects fileBytes organizations users spaces sites jobsWaiting jobsRunning jobsFailed oldestJobAt backupAt backupBytes'

function graphqlInstance(t: TestApp, who: Who): InstanceApi {
  const { ask } = graphqlAsker(t, who)
  return {
    get: () =>
      ask<{ instance: InstanceView | null }, InstanceView>(
        `{ instance { version nodes { nodeId host version startedAt seenAt skewMs } figures { ${FIGURES} } findings { code state found action } } }`,
        {},
        ({ instance }) => instance && instanceView(instance),
      ),
    organizations: (search) =>
      ask(
        `query($search: String) { instanceOrganizations(first: 1000, search: $search) { nodes { organizationId title members spaces } ${PAGE} } }`,
        { search },
        ({
          instanceOrganizations,
        }: {
          instanceOrganizations: Parameters<typeof listedGraphQL<OrganizationView, OrganizationView>>[0]
        }) => listedGraphQL(instanceOrganizations, organizationView),
      ),
    users: ({ search, state } = {}) =>
      ask(
        `query($search: String, $state: [AccountState!]) { instanceUsers(first: 1000, search: $search, state: $state) { nodes { user { id email } state organizations } ${PAGE} } }`,
        { search, state: state && [state.toUpperCase()] },
        ({ instanceUsers }: { instanceUsers: Parameters<typeof listedGraphQL<UserView, UserView>>[0] }) =>
          listedGraphQL(instanceUsers, userView),
      ),
  }
}

describe.each([
  { name: 'rest', enter: restInstance },
  { name: 'graphql', enter: graphqlInstance },
])('the instance by $name', ({ enter }) => {
  it('is shown to operators, with its nodes, sizes and what needs attention, and never with a secret', async () => {
    const operator = await buildOperator(t)
    await t.db.database.prisma.backupRecord.create({
      data: { id: newId('User'), takenAt: t.clock.now(), bytes: 12_345n },
    })
    const instance = await done(enter(t, operator).get())
    expect(instance.version).toMatch(/^\d+\.\d+/)
    expect(instance.figures).toMatchObject({ fileObjects: 0, jobsFailed: 0, backupBytes: 12_345 })
    expect(instance.figures.databaseBytes).toBeGreaterThan(1_000_000)
    const states = Object.fromEntries(instance.findings.map(({ code, state }) => [code, state]))
    expect(states).toMatchObject({ rate_limit: 'warning', mail: 'warning', backup: 'ok', secret_key: 'ok' })
    expect(instance.findings.at(-1)?.state).toBe('ok')
    expect(instance.findings.find(({ code }) => code === 'rate_limit')?.action).toContain('RATE_LIMIT')
    expect(JSON.stringify(instance)).not.toContain('nobody may see')
  })

  it('is refused to admins of an organization, and to tokens with scopes', async () => {
    const organization = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const operator = await buildOperator(t)
    const scoped = await t.build.buildToken({ userId: operator.user.id, scopes: ['user:read'] })
    for (const who of [admin, { token: scoped.token }]) {
      const api = enter(t, who)
      for (const refusal of [
        await refused(api.get(), 403),
        await refused(api.organizations(), 403),
        await refused(api.users(), 403),
      ])
        expect(refusal.reason).toBe('forbidden')
    }
    await refused(enter(t, null).get(), 401)
  })

  it('lists all organizations and accounts, by a part of their name or address', async () => {
    const operator = await buildOperator(t)
    const organization = await t.build.buildOrganization({ title: `Zürich ${enter.name}` })
    await t.build.buildSpace({ organizationId: organization.id })
    const member = await t.build.buildPerson({ organizationId: organization.id, role: 'read' })
    const row = { organizationId: organization.id, title: organization.title, members: 1, spaces: 1 }
    const found = await done(enter(t, operator).organizations(`zurich ${enter.name}`))
    expect(found.items).toEqual([row])
    expect((await done(enter(t, operator).organizations())).items).toContainEqual(row)

    const address = `${member.user.id.toLowerCase()}@example.com`
    await t.db.database.prisma.user.update({ where: { id: member.user.id }, data: { email: address } })
    const one = { user: { id: member.user.id, email: address }, state: 'active', organizations: 1 }
    expect((await done(enter(t, operator).users({ search: address }))).items).toEqual([one])
    expect((await done(enter(t, operator).users({ search: address, state: 'operator' }))).items).toEqual([])
    await t.db.database.prisma.disabledUser.create({
      data: { userId: member.user.id, disabledAt: t.clock.now() },
    })
    expect((await done(enter(t, operator).users({ search: address, state: 'disabled' }))).items).toEqual([
      { ...one, state: 'disabled' },
    ])
  })
})

describe('an organization of which an operator is no member', () => {
  it('shows nothing to the operator, so that nobody reads it without a trace in its audit log', async () => {
    const operator = await buildOperator(t)
    const { id: organizationId } = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const space = await t.build.buildSpace({ organizationId })
    const ask = restAsker(t, operator)
    const parts = ['', '/spaces', '/sites', '/members', '/audit-events', '/failures', '/usage', '/webhooks']
    for (const path of [...parts.map((part) => `/orgs/${organizationId}${part}`), `/spaces/${space.id}`]) {
      await refused(
        ask('GET', path, () => null),
        404,
      )
    }

    // The only way in is a token of a member, which the log of the organization names with the operator.
    const body = { label: 'To help', user: admin.user.id }
    const { token } = await done(
      ask('POST', '/user/tokens', ({ token }: { token: string }) => ({ token }), { body }),
    )
    const { items } = await done(
      restAsker(t, { token })(
        'GET',
        `/orgs/${organizationId}/audit-events`,
        listedRest(({ action, actor }: { action: string; actor: { id: string } }) => ({
          action,
          actor: actor.id,
        })),
      ),
    )
    expect(items[0]).toEqual({ action: 'token.created', actor: operator.user.id })
  })
})
