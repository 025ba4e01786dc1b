import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const { create, read, edit, guest, stranger, organization } = await buildPeopleByRole(t)
const { prisma } = t.db.database
const organizationId = organization.id

let siteId: string
let path: string
beforeEach(async () => {
  const data = { id: newId('Site'), organizationId, title: 'Docs' }
  siteId = (await prisma.site.create({ data })).id
  path = `/orgs/${organizationId}/sites/${siteId}`
})

const statusOf = async (who: { token: string }, method = 'GET', body?: object) =>
  (await callRest(t, who, method, path, body ? { body } : {})).status

describe.each(['rest', 'graphql'])('permissions on a site (%s)', (api) => {
  /** The status of a change. */
  async function call(
    who: { token: string },
    [method, below, mutation]: [string, string, string],
    body: Record<string, unknown> = {},
    named: Record<string, string> = {},
  ): Promise<number> {
    if (api === 'rest') {
      return (await callRest(t, who, method, `${path}/permissions${below}`, { body })).status
    }
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
    const input = {
      siteId,
      ...named,
      ...body,
      ...(body.role ? { role: String(body.role).toUpperCase() } : {}),
    }
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`
    const { errors } = await callGraphQL(t, who, query, { input })
    return (errors?.[0]?.extensions.status as number | undefined) ?? 204
  }
  const grant = (who: { token: string }, body: Record<string, unknown>) =>
    call(who, ['POST', '', 'grantSitePermissions'], body)

  it('show a site to a guest, until they are taken away', async () => {
    const userId = guest.user.id
    expect(await statusOf(guest)).toBe(404)
    expect(await grant(create, { users: [userId] })).toBe(204)
    expect(await statusOf(guest)).toBe(200)
    expect(await statusOf(guest, 'PATCH', { title: 'Mine' })).toBe(403)
    const sites = (await callRest(t, guest, 'GET', `/orgs/${organizationId}/sites`)).body
    expect(sites).toMatchObject({ items: [{ id: siteId }] })
    expect((await callRest(t, guest, 'GET', `${path}/structure`)).status).toBe(200)
    const removal: [string, string, string] = ['DELETE', `/users/${userId}`, 'removeSiteUserPermission']
    expect(await call(create, removal, {}, { userId })).toBe(api === 'rest' ? 205 : 204)
    expect(await call(create, removal, {}, { userId })).toBe(204)
    expect(await statusOf(guest)).toBe(404)
  })

  it('let a member change the site, through a team as well', async () => {
    const team = await t.build.buildTeam({ organizationId })
    await prisma.teamMember.create({ data: { teamId: team.id, userId: read.user.id, role: 'member' } })
    expect(await statusOf(read, 'PATCH', { title: 'Mine' })).toBe(403)
    expect(await grant(create, { teams: [team.id], role: 'create' })).toBe(204)
    expect(await statusOf(read, 'PATCH', { title: 'Mine' })).toBe(200)
    const update: [string, string, string] = ['PATCH', `/teams/${team.id}`, 'updateSiteTeamPermission']
    expect(await call(create, update, { role: 'edit' }, { teamId: team.id })).toBe(204)
    expect(await statusOf(read, 'PATCH', { title: 'Ours' })).toBe(403)
  })

  it('are granted by those who may change the site, to members, and up to their own role', async () => {
    expect(await grant(edit, { users: [guest.user.id] })).toBe(403)
    expect(await grant(stranger, { users: [guest.user.id] })).toBe(404)
    expect(await grant(create, { users: [stranger.user.id] })).toBe(400)
    expect(await grant(create, { users: [guest.user.id], role: 'admin' })).toBe(403)
    const update: [string, string, string] = ['PATCH', `/users/${guest.user.id}`, 'updateSiteUserPermission']
    expect(await call(create, update, { role: 'edit' }, { userId: guest.user.id })).toBe(404)
    expect(await prisma.grant.count({ where: { siteId } })).toBe(0)
  })
})

it('permissions on a site are listed with users and teams, and with everyone who sees the site', async () => {
  const team = await t.build.buildTeam({ organizationId })
  const body = { users: [guest.user.id], teams: [team.id], role: 'comment' }
  await callRest(t, create, 'POST', `${path}/permissions`, { body })
  const list = async (name: string) =>
    (await callRest(t, create, 'GET', `${path}/permissions/${name}`)).body as { items: object[] }
  expect((await list('users')).items).toMatchObject([{ permission: 'comment', user: { id: guest.user.id } }])
  expect((await list('teams')).items).toMatchObject([{ permission: 'comment', team: { id: team.id } }])
  const { items } = (await list('aggregate')) as unknown as {
    items: { permission: string; user: { id: string }; origin: { type: string } }[]
  }
  const found = (id: string) => items.find(({ user }) => user.id === id)
  expect(found(guest.user.id)).toMatchObject({
    permission: 'comment',
    origin: { type: 'site', site: siteId },
  })
  expect(found(read.user.id)).toMatchObject({
    permission: 'read',
    origin: { type: 'organization', organization: organizationId },
  })
  const query = `query ($id: ID!) { site(id: $id) {
    permissionsAggregate(role: [COMMENT]) { totalCount nodes { isGranted } } } }`
  const { site } = await queried<{ site: { permissionsAggregate: { nodes: { isGranted: boolean }[] } } }>(
    t,
    create,
    query,
    { id: siteId },
  )
  expect(site.permissionsAggregate.nodes.filter(({ isGranted }) => isGranted)).toHaveLength(1)
})
