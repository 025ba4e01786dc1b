import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { digestOfKey, newInviteKey } from '../../src/modules/invites/index.ts'
import { peopleApis } from '../support/apis-people.ts'
import { appForFile } from '../support/app.ts'
import { done } from '../support/outcome.ts'
import { audited } from './audited.ts'
import {
  type IdentityProvider,
  openFromElsewhere,
  ProviderCookies,
  providersForFile,
  signInAt,
} from './identity-provider.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

const { providers, environment } = await providersForFile(['company', 'partner', 'open'], {
  OIDC_COMPANY_TITLE: 'Company',
  OIDC_PARTNER_CREATES: 'domains',
  OIDC_OPEN_CREATES: 'everyone',
})
const t = await appForFile({ environment })
const [company, partner, open] = providers as [IdentityProvider, IdentityProvider, IdentityProvider]
for (const provider of providers) provider.register(t.origin)
const organization = await t.build.buildOrganization()
const owner = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
const { prisma } = t.db.database
const names = { company, partner, open }

const signIn = async (name: keyof typeof names, options: object = {}, browser = new Browser(t)) => {
  const answer = await signInAt(browser, name, options)
  return { browser, location: answer.headers.get('location'), answer }
}

const VIEWER = `{ viewer { user { id displayName email }
  identities(first: 5) { nodes { id provider issuer subject email } } sessions(first: 5) { nodes { method } } } }`

const viewerOf = async (browser: Browser) => (await browser.graphql(VIEWER)).body.data?.viewer

const invite = (data: {
  email?: string
  keyDigest?: string
  mailedKeyDigest?: string
  role: 'edit' | 'read'
  organizationId?: string
}) =>
  prisma.invite.create({
    data: {
      id: newId('Invite'),
      organizationId: organization.id,
      createdById: owner.user.id,
      createdAt: new Date(),
      ...data,
    },
  })

const member = async (email: string) => {
  const user = await t.build.buildUser({ email })
  await t.build.buildMember({ organizationId: organization.id, userId: user.id, role: 'edit' })
  return user
}

/** Whether a member signs in with SSO, as an admin sees it with both APIs. */
async function ssoOf(userId: string): Promise<boolean> {
  const [rest, graphql] = await Promise.all(
    peopleApis.map(({ enter }) => done(enter(t, owner).getMember(organization.id, userId))),
  )
  expect(graphql?.sso).toBe(rest?.sso)
  return rest?.sso ?? false
}

const membersOf = async (email: string) => {
  const members = await prisma.member.findMany({ where: { user: { email } } })
  return Promise.all(
    members.map(async ({ organizationId, role, userId }) => ({
      organizationId,
      role,
      sso: await ssoOf(userId),
    })),
  )
}

describe('a sign-in at a provider', () => {
  it('creates an invited person, who gets the role of the invitation and returns to the page', async () => {
    const { email, subject } = company.newAccount()
    await invite({ email, role: 'edit' })
    const { browser, location } = await signIn('company', { returnTo: '/app/spaces?tab=1#top' })
    expect(location).toBe('/app/spaces?tab=1#top')
    expect(await viewerOf(browser)).toMatchObject({
      user: { displayName: 'Ann Smith', email },
      identities: { nodes: [{ provider: 'company', issuer: company.issuer, subject, email }] },
      sessions: { nodes: [{ method: 'PROVIDER' }] },
    })
    expect(await membersOf(email)).toEqual([{ organizationId: organization.id, role: 'edit', sso: true }])
  })

  it('refuses a person without an invitation, and creates nothing', async () => {
    const { email } = company.newAccount()
    expect((await signIn('company')).location).toBe('/app/sign-in?error=not_invited')
    expect(await prisma.user.count({ where: { email } })).toBe(0)
  })

  it('ignores invitations and domains of deleted organizations', async () => {
    const { email } = partner.newAccount({ email: 'ann@deleted.example' })
    const deleted = await t.build.buildOrganization({
      deletedAt: new Date(),
      emailDomains: ['deleted.example'],
    })
    await invite({ email, role: 'edit', organizationId: deleted.id })
    expect((await signIn('partner')).location).toBe('/app/sign-in?error=not_invited')
    await invite({ email, role: 'edit' })
    expect((await signIn('partner')).location).toBe('/app')
    expect(await membersOf(email)).toMatchObject([{ organizationId: organization.id }])
  })

  it('uses the account that an invitation has created, unless the invitation was withdrawn', async () => {
    const { email } = company.newAccount()
    const { id } = await prisma.user.create({ data: { id: `usr_${email}`, email, displayName: 'ann' } })
    expect((await signIn('company')).location).toBe('/app/sign-in?error=not_invited')
    await invite({ email, role: 'edit' })
    const { browser } = await signIn('company')
    expect((await viewerOf(browser)).user).toMatchObject({ id, displayName: 'Ann Smith' })
  })

  it('creates people of a domain of an organization, with its default role', async () => {
    const { email } = partner.newAccount({ email: 'ann@partner.example' })
    expect((await signIn('partner')).location).toBe('/app/sign-in?error=not_invited')
    await prisma.organization.update({
      where: { id: organization.id },
      data: { emailDomains: ['partner.example'], defaultRole: 'comment' },
    })
    expect((await signIn('partner')).location).toBe('/app')
    expect(await membersOf(email)).toEqual([{ organizationId: organization.id, role: 'comment', sso: true }])
  })

  it('creates everyone where the settings say so, in no organization', async () => {
    const { email } = open.newAccount()
    expect((await signIn('open')).location).toBe('/app')
    expect(await membersOf(email)).toEqual([])
  })

  it('creates one account when a person signs in twice at the same time', async () => {
    const { email } = open.newAccount()
    const answers = await Promise.all([signIn('open'), signIn('open')])
    expect(answers.map(({ location }) => location)).toEqual(['/app', '/app'])
    expect(await prisma.identity.count({ where: { email } })).toBe(1)
  })

  it('joins by the link that was mailed to the address, with other invitations to it', async () => {
    const { email } = company.newAccount()
    const key = newInviteKey()
    const elsewhere = await t.build.buildOrganization()
    await invite({ email, role: 'read', mailedKeyDigest: digestOfKey(key) })
    await invite({ email, role: 'edit', organizationId: elsewhere.id })
    const opened = { organization: organization.id, key }
    expect((await signIn('company', { invite: opened })).location).toBe('/app')
    const members = await prisma.member.findMany({ where: { user: { email } }, select: { role: true } })
    expect(members.map(({ role }) => role).sort()).toEqual(['edit', 'read'])
    const again = await new Browser(t).auth('oidc/begin', { provider: 'company', invite: opened })
    expect([again.status, again.body.error.message]).toEqual([404, expect.stringContaining('used already')])
  })

  it('joins by the key of an invitation to whoever has it', async () => {
    const { email } = company.newAccount()
    const key = newInviteKey()
    await invite({ keyDigest: digestOfKey(key), role: 'read' })
    expect((await signIn('company', { invite: { organization: organization.id, key } })).location).toBe(
      '/app',
    )
    expect(await membersOf(email)).toEqual([{ organizationId: organization.id, role: 'read', sso: true }])
    const unknown = await new Browser(t).auth('oidc/begin', {
      provider: 'company',
      invite: { organization: organization.id, key: 'qinv_unknown' },
    })
    expect(unknown.status).toBe(404)
  })
})

describe('an account', () => {
  it('of a member is found by a verified e-mail address, and from then on by the subject', async () => {
    const { email, subject } = company.newAccount()
    const user = await member(email)
    expect((await viewerOf((await signIn('company')).browser)).user.id).toBe(user.id)
    company.people.set(subject, { email: 'moved@example.com', email_verified: false })
    expect((await viewerOf((await signIn('company')).browser)).user).toMatchObject({ id: user.id, email })
    expect((await membersOf(email))[0]?.sso).toBe(true)
  })

  it('is neither found nor created by an e-mail address that the provider has not verified', async () => {
    const { email } = open.newAccount({ verified: false })
    expect((await signIn('open')).location).toBe('/app/sign-in?error=email_unverified')
    await member(email)
    expect((await signIn('open')).location).toBe('/app/sign-in?error=email_unverified')
    expect(await prisma.identity.count({ where: { email } })).toBe(0)
  })

  it('is not found by an e-mail address that its person has only typed in', async () => {
    const { email } = open.newAccount()
    const user = await member(email)
    await prisma.account.create({ data: { userId: user.id, passwordHash: 'x' } })
    expect((await signIn('open')).location).toBe('/app/sign-in?error=link_required')
  })

  it('of one provider is not taken over by another one that claims its subject or its e-mail address', async () => {
    const { email, subject } = open.newAccount()
    const first = await viewerOf((await signIn('open')).browser)
    company.people.set(subject, { email: 'another@example.com', email_verified: true })
    company.loginAs = subject
    expect((await signIn('company')).location).toBe('/app/sign-in?error=not_invited')
    company.people.set(subject, { email, email_verified: true })
    expect((await signIn('company')).location).toBe('/app/sign-in?error=link_required')
    expect(await prisma.identity.count({ where: { userId: first.user.id } })).toBe(1)
  })

  it('that is disabled cannot be used', async () => {
    open.newAccount()
    const { user } = await viewerOf((await signIn('open')).browser)
    await prisma.disabledUser.create({ data: { userId: user.id, disabledAt: new Date() } })
    expect((await signIn('open')).location).toBe('/app/sign-in?error=disabled')
  })
})

describe('linking', () => {
  const person = async () => {
    const { user } = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
    return { user, ...(await signedIn(t, user.id)) }
  }
  const link = { purpose: 'link', returnTo: '/app/settings' }

  it('adds a provider to the person who is signed in, whatever its e-mail address is', async () => {
    const { subject } = company.newAccount({ verified: false })
    const { browser, user } = await person()
    expect((await signIn('company', link, browser)).location).toBe('/app/settings')
    expect((await viewerOf(browser)).identities.nodes).toMatchObject([{ provider: 'company', subject }])
    const events = await prisma.event.findMany({ where: { type: 'identity.linked', actorId: user.id } })
    expect(events).toMatchObject([{ subject: { user: user.id, identity: expect.any(String) } }])
    expect((await viewerOf((await signIn('company')).browser)).user.id).toBe(user.id)
  })

  it('requires a session, and one that began a short while ago', async () => {
    const begin = (browser: Browser) => browser.auth('oidc/begin', { provider: 'company', purpose: 'link' })
    expect((await begin(new Browser(t))).status).toBe(401)
    const { browser, user } = await person()
    await prisma.session.updateMany({
      where: { userId: user.id },
      data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
    })
    t.clock.now = () => new Date(Date.now() + 5_000)
    const refused = await begin(browser)
    t.clock.now = () => new Date()
    expect(refused.body.error.message).toContain('within the last 15 minutes')
  })

  it('refuses an account that belongs to another person, and one of somebody who has signed out', async () => {
    open.newAccount()
    await signIn('open')
    const { browser } = await person()
    expect((await signIn('open', link, browser)).location).toBe('/app/sign-in?error=linked_elsewhere')
    open.newAccount()
    const answer = await browser.auth('oidc/begin', { provider: 'open', ...link })
    await browser.auth('sign-out')
    const callback = await new ProviderCookies().follow(answer.body.url)
    const { headers } = await openFromElsewhere(browser, callback)
    expect(headers.get('location')).toBe('/app/sign-in?error=signed_out')
  })

  it('is undone in both APIs, but not for the last way to sign in', async () => {
    const { browser, email, user } = await person()
    open.newAccount()
    company.newAccount()
    await signIn('company', link, browser)
    open.newAccount()
    await signIn('open', link, browser)
    const { items } = (await browser.send('/v1/user/identities')).body
    expect(items).toMatchObject([{ object: 'identity', provider: 'company' }, { provider: 'open' }])
    const elsewhere = (await signIn('open')).browser
    const unlink = (id: string) =>
      browser.graphql(`mutation { unlinkIdentity(input: { identityId: "${id}" }) { deletedId } }`)
    expect((await unlink(items[1].id)).body.data.unlinkIdentity.deletedId).toBe(items[1].id)
    await vi.waitFor(async () => expect((await elsewhere.graphql(VIEWER)).status).toBe(401))
    await prisma.account.updateMany({ where: { user: { email } }, data: { passwordHash: null } })
    const last = await browser.send(`/v1/user/identities/${items[0].id}`, undefined, { method: 'DELETE' })
    expect([last.status, last.body.error.message]).toEqual([
      409,
      expect.stringContaining('the only way in which you can sign in'),
    ])
    const other = await person()
    expect(
      (await other.browser.send(`/v1/user/identities/${items[0].id}`, undefined, { method: 'DELETE' }))
        .status,
    ).toBe(204)
    expect((await viewerOf(browser)).identities.nodes).toHaveLength(1)
    const about = [
      { type: 'identity', id: items[1].id },
      { type: 'user', id: user.id },
    ]
    const unlinked = [{ actor: user.id, about }]
    expect(await audited(t, owner, organization.id, 'identity.unlinked')).toEqual([unlinked, unlinked])
  })

  it('makes the person a member with SSO, until the account is unlinked', async () => {
    const { browser, user } = await person()
    expect(await ssoOf(user.id)).toBe(false)
    company.newAccount()
    await signIn('company', link, browser)
    expect(await ssoOf(user.id)).toBe(true)
    const [identity] = (await browser.send('/v1/user/identities')).body.items
    const unlink = () => browser.send(`/v1/user/identities/${identity.id}`, undefined, { method: 'DELETE' })
    expect((await unlink()).status).toBe(205)
    expect(await ssoOf(user.id)).toBe(false)
  })

  it('makes no difference where an admin has said that the person signs in with SSO', async () => {
    const { browser, user } = await person()
    company.newAccount()
    await signIn('company', link, browser)
    for (const { enter } of peopleApis) await done(enter(t, owner).setMemberSso(organization.id, user.id))
    await prisma.identity.deleteMany({ where: { userId: user.id } })
    expect(await ssoOf(user.id)).toBe(true)
  })

  it('leaves the other ways to sign in', async () => {
    const { email } = await person()
    expect((await new Browser(t).auth('password', { email, password: PASSWORD })).status).toBe(200)
  })
})

describe('the sign-in page', () => {
  it('is told the providers, and nothing of their settings', async () => {
    const { body, text } = await new Browser(t).send('/app/~auth/methods')
    expect(body.providers).toEqual([
      { name: 'company', title: 'Company' },
      { name: 'partner', title: 'partner' },
      { name: 'open', title: 'open' },
    ])
    expect(text).not.toContain('secret')
  })
})
