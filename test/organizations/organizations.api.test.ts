import { afterEach, describe, expect, it } from 'vitest'
import { roles } from '../../src/core/access/roles.ts'
import { newId } from '../../src/core/ids.ts'
import { type Api, apis, done, failedRequests, refused } from '../support/apis.ts'
import { appForFile } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)
afterEach(() => expect(failedRequests(t)).toEqual([]))

describe.each(apis)('organizations.create ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).createOrganization({ title: 'Acme' }), 401)
  })

  it('makes its creator the first admin, who can then use it', async () => {
    const founder = await t.build.buildPerson()
    const made = await done(
      as(founder).createOrganization({ title: ' Acme ', emailDomains: ['Acme.example'] }),
    )
    expect(made).toEqual({
      id: expect.stringMatching(/^org_/),
      title: 'Acme',
      emailDomains: ['acme.example'],
      defaultRole: 'read',
      plan: 'internal',
      permissions: expect.objectContaining({ view: true, admin: true, createContent: true }),
      location: `${t.origin}/v1/orgs/${made.id}`,
    })
    expect(await done(as(founder).getOrganization(made.id))).toEqual(made)
    const space = await done(as(founder).createSpace(made.id))
    expect(space.permissions.admin).toBe(true)
    await refused(as(cast.admin).getOrganization(made.id), 404)
  })

  it('refuses titles of 1 and 256 characters', async () => {
    for (const title of ['x', ' x ', 'x'.repeat(256)]) {
      const refusal = await refused(as(cast.read).createOrganization({ title }), 400)
      expect(refusal).toMatchObject({ reason: 'invalid_input', details: [{ path: ['title'] }] })
    }
    await done(as(await t.build.buildPerson()).createOrganization({ title: 'x'.repeat(255) }))
  })
})

describe.each(apis)('organizations.get ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).getOrganization(cast.organization.id), 401)
  })

  it('a hidden organization looks exactly like an absent one', async () => {
    const hidden = await refused(as(cast.stranger).getOrganization(cast.organization.id), 404)
    expect(await refused(as(cast.stranger).getOrganization(newId('Organization')), 404)).toEqual(hidden)
  })

  it.each(['guest', ...roles] as const)('permissions are what the operations allow to %s', async (role) => {
    const api = as(cast[role])
    const { permissions } = await done(api.getOrganization(cast.organization.id))
    const isMember = role !== 'guest'
    const isAdmin = role === 'admin'
    const creates = role === 'create' || isAdmin
    expect(permissions).toEqual({
      view: true,
      access: true,
      admin: isAdmin,
      ownTeam: false,
      createContent: creates,
      createOpenAPISpec: creates,
      ingestConversations: isAdmin,
      viewBilling: isAdmin,
      listMembers: isMember,
      listTeams: isMember,
      listIntegrations: isAdmin,
      listInstallations: isAdmin,
      installIntegration: isAdmin,
    })
    expect((await api.createSpace(cast.organization.id)).ok).toBe(permissions.createContent)
  })
})

describe.each(apis)('organizations.list ($name)', ({ enter }) => {
  const as = (who: Person | null): Api => enter(t, who)

  it('requires a token', async () => {
    await refused(as(null).listOrganizations(), 401)
  })

  it("gives one's own, as member or guest, oldest first, and no other", async () => {
    const person = await t.build.buildPerson()
    expect(await done(as(person).listOrganizations())).toEqual({ items: [] })
    const ids: string[] = []
    for (const role of ['admin', null, 'read'] as const) {
      const { id } = await t.build.buildOrganization()
      ids.push(id)
      await t.build.buildMember({ organizationId: id, userId: person.user.id, role })
    }
    const disabled = await t.build.buildMember({ userId: person.user.id, role: 'admin', disabled: true })
    const { items } = await done(as(person).listOrganizations())
    expect(items.map((organization) => organization.id)).toEqual(ids)
    expect(items.map((organization) => organization.permissions.admin)).toEqual([true, false, false])
    expect(ids).not.toContain(disabled.organizationId)
  })
})
