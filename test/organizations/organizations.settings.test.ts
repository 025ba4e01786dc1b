import { describe, expect, it } from 'vitest'
import { type AccountsApi, accountApis } from '../support/apis-accounts.ts'
import { appForFile } from '../support/app.ts'
import { callGraphQL, queried } from '../support/graphql-request.ts'
import { done, refused } from '../support/outcome.ts'
import { buildPeopleByRole } from '../support/people-by-role.ts'
import { callRest } from '../support/rest-api.ts'

const t = await appForFile()
const cast = await buildPeopleByRole(t)

const newest = () => t.db.database.prisma.event.findFirst({ orderBy: { position: 'desc' } })

describe.each(accountApis)('organizations.update at $name', ({ name, enter }) => {
  const as = (who: { token: string } | null): AccountsApi => enter(t, who)
  const update = (change: Record<string, unknown>) =>
    as(cast.admin).updateOrganization(cast.organization.id, change)

  it('is for admins: 401 without a token, 404 for strangers, 403 for every other role', async () => {
    const { id } = cast.organization
    await refused(as(null).updateOrganization(id, { title: 'Mine' }), 401)
    await refused(as(cast.stranger).updateOrganization(id, { title: 'Mine' }), 404)
    await refused(as(cast.stranger).updateOrganization('org_none', { title: 'Mine' }), 404)
    for (const role of ['guest', 'read', 'comment', 'edit', 'review', 'create'] as const) {
      await refused(as(cast[role]).updateOrganization(id, { title: 'Mine' }), 403)
    }
    expect((await done(as(cast.admin).getSettings(id))).title).not.toBe('Mine')
  })

  it('changes every field, keeps omitted ones, and emits an event', async () => {
    const change = {
      title: 'Acme Press',
      emailDomains: ['Acme.example', 'acme.example', 'docs.acme.example'],
      hostname: `acme-${name}`,
      defaultRole: 'comment',
      logo: 'https://acme.example/logo.png',
      sso: true,
      ai: true,
      inviteLinks: false,
    }
    const changed = await done(update(change))
    expect(changed).toMatchObject({ ...change, emailDomains: ['acme.example', 'docs.acme.example'] })
    expect(await newest()).toMatchObject({ type: 'organization.updated', actorId: cast.admin.user.id })
    const again = await done(update({ title: 'Acme' }))
    expect(again).toEqual({ ...changed, title: 'Acme' })
  })

  it('takes null for a default role, a logo and a default content', async () => {
    await done(update({ defaultRole: 'edit', logo: 'http://acme.example/l.svg' }))
    const cleared = await done(update({ defaultRole: null, logo: null, defaultContent: null }))
    expect(cleared.defaultRole).toBeNull()
    expect(cleared.logo).toBeUndefined()
  })

  it('changes nothing and emits nothing for an empty input', async () => {
    const before = (await newest())?.position
    await done(update({}))
    expect((await newest())?.position).toBe(before)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a title of 2 characters', { title: 'ab' }],
    ['a title of 255 characters', { title: 'x'.repeat(255) }],
    ['a hostname of 3 characters', { hostname: 'a1b' }],
    ['a hostname of 32 characters', { hostname: `a${'-'.repeat(30)}b` }],
    ['no e-mail domain', { emailDomains: [] }],
    ['an internationalized e-mail domain', { emailDomains: ['xn--bcher-kva.example'] }],
    ['a logo of 2048 characters', { logo: `https://acme.example/${'x'.repeat(2048 - 21)}` }],
  ])('accepts %s', async (_what, change) => {
    await done(update(change))
  })

  it.each<[string, Record<string, unknown>]>([
    ['a title of 1 character', { title: 'a' }],
    ['a title of spaces around 1 character', { title: '   a  ' }],
    ['a title of 256 characters', { title: 'x'.repeat(256) }],
    ['a hostname of 2 characters', { hostname: 'ab' }],
    ['a hostname of 33 characters', { hostname: 'x'.repeat(33) }],
    ['a hostname that begins with a hyphen', { hostname: '-abc' }],
    ['a hostname that ends with a hyphen', { hostname: 'abc-' }],
    ['a hostname in upper case', { hostname: 'Abc' }],
    ['a hostname with a dot', { hostname: 'a.c' }],
    ['a domain without a dot', { emailDomains: ['nodots'] }],
    ['an address for a domain', { emailDomains: ['a@b.example'] }],
    ['a domain that begins with a hyphen', { emailDomains: ['-a.example'] }],
    ['a label of 64 characters', { emailDomains: [`${'x'.repeat(64)}.example`] }],
    ['51 domains', { emailDomains: Array.from({ length: 51 }, (_, index) => `d${index}.example`) }],
    ['a site that does not exist', { defaultContent: { type: 'site', site: 'sit_none' } }],
    ['a default content of another type', { defaultContent: { type: 'space', site: 'sit_none' } }],
    ['a logo of 2049 characters', { logo: `https://acme.example/${'x'.repeat(2049 - 21)}` }],
    ['a logo that is a script', { logo: 'javascript:alert(1)' }],
    ['a logo without a host', { logo: 'logo.png' }],
  ])('rejects %s with 400 and applies nothing of it', async (_what, change) => {
    const before = await done(as(cast.admin).getSettings(cast.organization.id))
    await refused(update({ sso: !before.sso, ...change }), 400)
    expect(await done(as(cast.admin).getSettings(cast.organization.id))).toEqual(before)
  })

  it('gives a hostname to one organization only, also when two ask at once', async () => {
    const other = await t.build.buildOrganization()
    const owner = await t.build.buildPerson({ organizationId: other.id, role: 'admin' })
    const hostname = `wanted-${name}`
    const outcomes = await Promise.all([
      update({ hostname }),
      as(owner).updateOrganization(other.id, { hostname }),
    ])
    expect(outcomes.map((outcome) => (outcome.ok ? 200 : outcome.status)).sort()).toEqual([200, 409])
    expect(t.faults).toEqual([])
  })
})

describe('an organization in both APIs', () => {
  it('shows what members and sites cost, and what is paid for by use', async () => {
    const pricing = { members: { plus_2024: 8, pro_2024: 15.5 }, sites: { premium: 65, ultimate: 249 } }
    const { id } = await t.build.buildOrganization({
      billing: {
        interval: 'monthly',
        endDate: '2027-01-01T00:00:00.000Z',
        hasPaymentFailed: false,
        isScheduledToCancel: false,
        pricing,
        usageAddons: { search: { enabled: true } },
      },
    })
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    const { body } = await callRest(t, admin, 'GET', `/orgs/${id}`)
    expect(body).toMatchObject({ billing: { pricing, usageAddons: { search: { enabled: true } } } })
    const ask = `query($id: ID!) { organization(id: $id) { billing {
      pricing { members { plus2024 pro2024 } sites { premium ultimate } } usageAddons { name enabled } } } }`
    expect(await queried(t, admin, ask, { id })).toEqual({
      organization: {
        billing: {
          pricing: { members: { plus2024: 8, pro2024: 15.5 }, sites: pricing.sites },
          usageAddons: [{ name: 'search', enabled: true }],
        },
      },
    })
  })

  it('lists no members or contents for users who can join it', async () => {
    const { id } = await t.build.buildOrganization({ emailDomains: ['joinable.example'] })
    await t.build.buildPerson({ organizationId: id, role: 'read' })
    await t.build.buildSpace({ organizationId: id })
    const outsider = await t.build.buildPerson()
    const email = 'somebody@joinable.example'
    await t.db.database.prisma.user.update({ where: { id: outsider.user.id }, data: { email } })
    const list = '{ nodes { id } totalCount }'
    const ask = `{ organizationsByEmailDomain(emailDomain: "joinable.example") { id viewerMember { id }
      members ${list} teams ${list} spaces ${list} collections ${list} } }`
    const none = { nodes: [], totalCount: 0 }
    expect(await queried(t, outsider, ask, {})).toEqual({
      organizationsByEmailDomain: [
        { id, viewerMember: null, members: none, teams: none, spaces: none, collections: none },
      ],
    })
  })
})

describe.each(accountApis)('an organization at $name', ({ enter }) => {
  it('shows billing to users who can view it', async () => {
    const { id } = await t.build.buildOrganization({
      billing: {
        interval: 'yearly',
        endDate: '2027-01-01T00:00:00.000Z',
        hasPaymentFailed: true,
        isScheduledToCancel: false,
      },
      blockedReason: 'security',
      trialStatus: 'ended',
    })
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    const reader = await t.build.buildPerson({ organizationId: id, role: 'create' })
    const seen = await done(enter(t, admin).getSettings(id))
    expect(seen).toMatchObject({
      billing: { interval: 'yearly', hasPaymentFailed: true },
      blocked: 'security',
    })
    expect(seen.trial).toBe('ended')
    expect((await done(enter(t, reader).getSettings(id))).billing).toBeUndefined()
  })

  it('includes users who own a team of it', async () => {
    const { id } = await t.build.buildOrganization()
    const owner = await t.build.buildPerson({ organizationId: id, role: 'read' })
    const member = await t.build.buildPerson({ organizationId: id, role: 'read' })
    const team = await t.build.buildTeam({ organizationId: id }, [owner.user, member.user])
    await t.db.database.prisma.teamMember.updateMany({
      where: { teamId: team.id, userId: owner.user.id },
      data: { role: 'owner' },
    })
    expect((await done(enter(t, owner).getSettings(id))).ownTeam).toBe(true)
    expect((await done(enter(t, member).getSettings(id))).ownTeam).toBe(false)
  })
})

describe.each(accountApis)('organizations.listByEmailDomain at $name', ({ name, enter }) => {
  it('returns the own ones, and the joinable ones for users with an address in the domain', async () => {
    const domain = `${name}.example`
    const joinable = await t.build.buildOrganization({ emailDomains: [domain, 'other.example'] })
    const own = await t.build.buildOrganization({ emailDomains: [domain] })
    const elsewhere = await t.build.buildPerson({ organizationId: own.id, role: null })
    const colleague = await t.build.buildPerson()
    await t.db.database.prisma.user.update({
      where: { id: colleague.user.id },
      data: { email: `Someone.${name}@${domain.toUpperCase()}` },
    })
    const disabled = await t.build.buildPerson()
    await t.build.buildMember({ organizationId: own.id, userId: disabled.user.id, disabled: true })

    const ask = async (who: { token: string }, of = domain) =>
      (await done(enter(t, who).organizationsByEmailDomain(of))).map(({ id, mayView }) => ({ id, mayView }))
    expect(await ask(elsewhere)).toEqual([{ id: own.id, mayView: true }])
    expect(await ask(elsewhere, domain.toUpperCase())).toEqual([{ id: own.id, mayView: true }])
    expect(await ask(colleague)).toEqual([
      { id: joinable.id, mayView: false },
      { id: own.id, mayView: false },
    ])
    expect(await ask(colleague, 'other.example')).toEqual([])
    expect(await ask(disabled)).toEqual([])
    expect(await ask(cast.stranger)).toEqual([])
    await refused(enter(t, null).organizationsByEmailDomain(domain), 401)
    await refused(enter(t, colleague).organizationsByEmailDomain('nodots'), 400)
    await refused(enter(t, colleague).getSettings(joinable.id), 404)
  })
})

describe('an organization that one could join', () => {
  it('shows nothing of its people and places', async () => {
    const { id } = await t.build.buildOrganization({ emailDomains: ['inside.example'] })
    const admin = await t.build.buildPerson({ organizationId: id, role: 'admin' })
    await t.build.buildSpace({ organizationId: id })
    await t.build.buildCollection({ organizationId: id })
    await t.build.buildTeam({ organizationId: id }, [admin.user])
    const colleague = await t.build.buildPerson()
    const email = 'colleague@inside.example'
    await t.db.database.prisma.user.update({ where: { id: colleague.user.id }, data: { email } })
    const lists = ['members', 'teams', 'collections', 'spaces']
    const { found } = await queried<{ found: unknown[] }>(
      t,
      colleague,
      `{ found: organizationsByEmailDomain(emailDomain: "inside.example") {
        id ${lists.map((list) => `${list} { totalCount nodes { id } }`).join(' ')} } }`,
    )
    const nothing = { totalCount: 0, nodes: [] }
    expect(found).toEqual([{ id, ...Object.fromEntries(lists.map((list) => [list, nothing])) }])
    for (const list of ['auditEvents', 'linkInvites']) {
      const { errors } = await callGraphQL(
        t,
        colleague,
        `{ organizationsByEmailDomain(emailDomain: "inside.example") { ${list} { totalCount } } }`,
      )
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    }
  })
})
