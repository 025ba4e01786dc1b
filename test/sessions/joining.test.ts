import { describe, expect, it } from 'vitest'
import { digestOf, disableUser } from '../../src/modules/tokens/index.ts'
import { sharingApis } from '../support/apis-sharing.ts'
import { done } from '../support/outcome.ts'
import { mailingAppForFile, statementsOf } from './mailing.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

const { t, mailsTo, secretFor } = await mailingAppForFile()
const { prisma } = t.db.database

let count = 0
const newAddress = () => `invited-${++count}@example.com`
const newAdmin = async (overrides: { title?: string } = {}) => {
  const { id } = await t.build.buildOrganization(overrides)
  return { id, admin: await t.build.buildPerson({ organizationId: id, role: 'admin' }) }
}
const [{ enter: rest }] = sharingApis as [(typeof sharingApis)[number]]
/** Invites an address, and returns the key that was mailed to it. */
const invited = async (email: string, role: 'edit' | 'read' = 'edit') => {
  const { id, admin } = await newAdmin()
  const { invites } = await done(rest(t, admin).invite(id, { emails: [{ email, role }] }))
  return { organization: id, admin, inviteId: invites[0]?.id ?? '', key: await secretFor(email) }
}
const person = { displayName: 'Bea', password: PASSWORD }
const membersOf = (organizationId: string) =>
  prisma.member.findMany({ where: { organizationId, role: { not: 'admin' } }, include: { user: true } })
const accountFor = (userId: string) => prisma.account.findUnique({ where: { userId } })
/** A new organization with an open invite link. */
const linked = async () => {
  const { id, admin } = await newAdmin()
  const link = await done(rest(t, admin).createLink(id, { role: 'comment' }))
  return { organization: id, admin, inviteId: link.id, key: link.key }
}

describe.each(sharingApis)('an invitation by mail at $name', ({ enter }) => {
  it('is a link that only the address gets, with which a person joins in their browser', async () => {
    const { id: organization, admin } = await newAdmin({ title: 'Acme' })
    const email = newAddress()
    const { invites } = await done(
      enter(t, admin).invite(organization, { emails: [{ email, role: 'edit' }] }),
    )
    expect(invites[0]?.link).toBeUndefined()
    const [mail] = await mailsTo(email)
    expect(mail?.parsed.subject).toBe(`${admin.user.displayName} invites you to Acme`)
    const key = await secretFor(email)
    expect(key).not.toBe(invites[0]?.key)
    expect(mail?.parsed.text).toContain(`${t.origin}/app/join/${organization}#${key}`)
    const browser = new Browser(t)
    expect((await browser.auth('join/look', { organization, key })).body).toEqual({
      organization: { id: organization, title: 'Acme' },
      inviter: admin.user.displayName,
      role: 'edit',
      level: null,
      email,
      needsMail: false,
      hasAccount: false,
    })
    expect((await browser.auth('join', { organization, key, ...person })).status).toBe(200)
    const { body } = await browser.graphql('{ viewer { user { id displayName email } } }')
    expect(body.data.viewer.user).toMatchObject({ displayName: 'Bea', email })
    const [member] = await membersOf(organization)
    expect(member).toMatchObject({ userId: body.data.viewer.user.id, role: 'edit' })
    expect((await accountFor(member?.userId ?? ''))?.emailConfirmedAt).not.toBeNull()
    const events = await prisma.event.findMany({ where: { organizationId: organization } })
    expect(events.map(({ type }) => type)).toEqual([
      'member.invited',
      'member.joined',
      'password.changed',
      'session.started',
    ])
    expect(JSON.stringify(events, (_k, v) => (typeof v === 'bigint' ? String(v) : v))).not.toContain(key)
  })

  it('sends the same for addresses with and without an account, with the same statements', async () => {
    const { id, admin } = await newAdmin()
    const { user } = await t.build.buildPerson()
    await done(enter(t, admin).listLinks(id))
    const answers = []
    for (const email of [user.email ?? '', newAddress()]) {
      // Jobs run statements of their own.
      await mailsTo(email)
      t.db.statements.length = 0
      const { invites } = await done(enter(t, admin).invite(id, { emails: [{ email }] }))
      const statements = statementsOf(t)
      answers.push({ invites: invites.map((invite) => Object.keys(invite)), statements })
      expect(await mailsTo(email)).toHaveLength(1)
    }
    expect(answers[1]).toEqual(answers[0])
  })
})

describe('the link of an invitation', () => {
  const look = (given: { organization: string; key: string }) => new Browser(t).auth('join/look', given)
  const join = (given: { organization: string; key: string }, more: object = {}) =>
    new Browser(t).auth('join', { organization: given.organization, key: given.key, ...person, ...more })

  it('says that it was used, was revoked or has expired', async () => {
    const used = await invited(newAddress())
    expect((await join(used)).status).toBe(200)
    const revoked = await invited(newAddress())
    await done(rest(t, revoked.admin).deleteLink(revoked.organization, revoked.inviteId))
    const expired = await invited(newAddress())
    await prisma.invite.update({ where: { id: expired.inviteId }, data: { expiresAt: new Date(0) } })
    const states = [
      [used, 'was used already'],
      [revoked, 'was revoked'],
      [expired, 'has expired'],
    ] as const
    for (const [link, state] of states) {
      for (const answer of [await look(link), await join(link)]) {
        expect(answer.status).toBe(404)
        expect(answer.body.error.message).toContain(`This invite ${state}.`)
      }
    }
    const unknown = await look({ organization: used.organization, key: `qinv_${'x'.repeat(43)}` })
    expect(unknown.body.error.message).toContain('does not exist')
    const elsewhere = await look({ organization: revoked.organization, key: used.key })
    expect(elsewhere.body.error.message).toContain('does not exist')
  })

  it('makes one account and one member when it is used twice at once', async () => {
    const link = await invited(newAddress())
    const answers = await Promise.all([join(link), join(link, { displayName: 'Cy' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      expect.toSatisfy((status) => status === 404 || status === 409),
    ])
    expect(await membersOf(link.organization)).toHaveLength(1)
  })

  it('can be the id of the invite, only for the person who is signed in with its address', async () => {
    const { user } = await t.build.buildPerson()
    const { browser } = await signedIn(t, user.id)
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const { browser: stranger } = await signedIn(t, (await t.build.buildPerson()).user.id)
    const { organization, inviteId } = await invited(email ?? '')
    const given = { organization, key: inviteId }
    for (const other of [new Browser(t), stranger]) {
      expect((await other.auth('join/look', given)).status).toBe(404)
      expect((await other.auth('join', { ...given, ...person })).status).toBe(404)
    }
    expect((await new Browser(t).auth('join/mail', given)).status).toBe(404)
    expect((await browser.auth('join/look', given)).body).toMatchObject({ email, role: 'edit' })
    expect((await browser.auth('join', given)).status).toBe(200)
    expect(await membersOf(organization)).toMatchObject([{ userId: user.id, role: 'edit' }])
    expect((await browser.auth('join', given)).status).toBe(404)
    const linkInvite = await linked()
    const open = { organization: linkInvite.organization, key: linkInvite.inviteId }
    expect((await browser.auth('join', open)).status).toBe(404)
  })

  it('lets a person who is signed in join with their account', async () => {
    const { user } = await t.build.buildPerson()
    const { browser } = await signedIn(t, user.id)
    const link = await invited(newAddress(), 'read')
    const { organization, key } = link
    expect((await browser.auth('join', { organization, key })).status).toBe(200)
    expect(await membersOf(organization)).toMatchObject([{ userId: user.id, role: 'read' }])
    expect((await look(link)).body.error.message).toContain('was used already')
  })

  it('confirms the address of a person who is signed in only if it was mailed to that address', async () => {
    const { user } = await t.build.buildPerson()
    const { browser, email } = await signedIn(t, user.id)
    await prisma.account.update({ where: { userId: user.id }, data: { emailConfirmedAt: null } })
    const confirmedBy = async ({ organization, key }: { organization: string; key: string }) => {
      expect((await browser.auth('join', { organization, key })).status).toBe(200)
      return (await accountFor(user.id))?.emailConfirmedAt
    }
    expect(await confirmedBy(await invited(newAddress()))).toBeNull()
    expect(await confirmedBy(await linked())).toBeNull()
    expect(await confirmedBy(await invited(email))).not.toBeNull()
  })

  it('opens no account that an operator has disabled meanwhile', async () => {
    const email = newAddress()
    const link = await invited(email)
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
    await t.db.database.transaction((tx) => disableUser(tx, { userId, now: new Date() }))
    const refused = await join(link)
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('disabled')])
    expect(await membersOf(link.organization)).toEqual([])
  })

  it('requires a person with an account to sign in first', async () => {
    const { user } = await t.build.buildPerson()
    const { browser, email } = await signedIn(t, user.id)
    const link = await invited(email)
    expect((await look(link)).body).toMatchObject({ hasAccount: true })
    const refused = await join(link)
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain('Sign in with it')
    expect(await membersOf(link.organization)).toEqual([])
    const { organization, key } = link
    expect((await browser.auth('join', { organization, key })).status).toBe(200)
    expect(await membersOf(organization)).toMatchObject([{ userId: user.id }])
  })

  it('is replaced by that of a later invitation', async () => {
    const email = newAddress()
    const first = await invited(email)
    await done(rest(t, first.admin).invite(first.organization, { emails: [{ email }] }))
    expect((await look(first)).body.error.message).toContain('was revoked')
    expect((await look({ ...first, key: await secretFor(email) })).status).toBe(200)
  })

  it('is forgotten some time after it has ended', async () => {
    const link = await invited(newAddress())
    expect((await join(link)).status).toBe(200)
    const { cleanUpInvites } = await import('../../src/modules/invites/ended-invites.ts')
    const clean = (days: number) =>
      cleanUpInvites({ database: t.db.database, now: new Date(Date.now() + days * 86_400_000) } as never)
    await clean(29)
    expect((await look(link)).body.error.message).toContain('was used already')
    await clean(31)
    expect((await look(link)).body.error.message).toContain('does not exist')
  })
})

describe('an open link', () => {
  const mail = (given: object) => new Browser(t).auth('join/mail', given)

  it('proves no address: a new person continues with a mail', async () => {
    const { organization, key } = await linked()
    const email = newAddress()
    const browser = new Browser(t)
    expect((await browser.auth('join/look', { organization, key })).body).toMatchObject({
      email: null,
      needsMail: true,
    })
    const early = await browser.auth('join', { organization, key, email, ...person })
    expect(early.status).toBe(409)
    expect(early.body.error.message).toContain('Request a mail')
    expect((await mail({ organization, key, email })).body).toEqual({})
    const code = await secretFor(email)
    const seen = await browser.auth('join/look', { organization, key: code })
    expect(seen.body).toMatchObject({ email, needsMail: false, hasAccount: false, role: 'comment' })
    const joined = await browser.auth('join', {
      organization,
      key: code,
      ...person,
      email: 'other@example.com',
    })
    expect(joined.status).toBe(200)
    const [member] = await membersOf(organization)
    expect(member).toMatchObject({ role: 'comment', user: { email } })
    expect((await accountFor(member?.userId ?? ''))?.emailConfirmedAt).not.toBeNull()
    const again = await new Browser(t).auth('join', { organization, key: code, ...person })
    expect(again.body.error.message).toContain('was used already')
    // The code stays, to say so, and not the address.
    const kept = await prisma.oneTimeCode.findUniqueOrThrow({ where: { digest: digestOf(code) } })
    expect([kept.usedAt, kept.data]).toEqual([expect.any(Date), {}])
    expect((await new Browser(t).auth('join/look', { organization, key })).status).toBe(200)
  })

  it('answers alike for addresses with and without an account, with the same statements and mails', async () => {
    const { organization, key } = await linked()
    const { user } = await t.build.buildPerson()
    const { email: known } = await signedIn(t, user.id)
    const seen = []
    for (const email of [known, newAddress()]) {
      await mailsTo(email)
      t.db.statements.length = 0
      const { status, text } = await mail({ organization, key, email })
      const statements = statementsOf(t)
      const [last] = (await mailsTo(email)).slice(-1)
      seen.push({ status, text, statements, subject: last?.parsed.subject })
    }
    expect(seen[1]).toEqual(seen[0])
  })

  it('sends at most five mails an hour to an address', async () => {
    const { organization, key } = await linked()
    const email = newAddress()
    for (let n = 0; n < 5; n++) expect((await mail({ organization, key, email })).status).toBe(200)
    expect((await mail({ organization, key, email })).status).toBe(429)
    expect(await mailsTo(email)).toHaveLength(5)
  })

  it('no longer works for people who wait for the mail once it is revoked', async () => {
    const { organization, key, admin, inviteId } = await linked()
    const email = newAddress()
    await mail({ organization, key, email })
    const code = await secretFor(email)
    await done(rest(t, admin).deleteLink(organization, inviteId))
    expect((await new Browser(t).auth('join', { organization, key: code, ...person })).status).toBe(404)
    expect(await prisma.account.count({ where: { user: { email } } })).toBe(0)
  })
})

it('sends no header of their own for names and titles with line breaks', async () => {
  const { id, admin } = await newAdmin()
  const evil = 'Acme\r\nBcc: victim@example.com\r\n\r\nHello'
  await prisma.organization.update({ where: { id }, data: { title: evil } })
  await prisma.user.update({
    where: { id: admin.user.id },
    data: { displayName: `Eve\nTo: victim@example.com` },
  })
  const email = newAddress()
  await done(rest(t, admin).invite(id, { emails: [{ email }] }))
  const [mail] = await mailsTo(email)
  expect(mail?.to).toEqual([email])
  expect(mail?.raw).not.toMatch(/^(Bcc|To): .*victim/im)
})
