import { describe, expect, it } from 'vitest'
import { accountApis } from '../support/apis-accounts.ts'
import { done, refused } from '../support/outcome.ts'
import { audited } from './audited.ts'
import { mailingAppForFile, statementsOf } from './mailing.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

const { t, mailsTo, secretFor } = await mailingAppForFile()
const { prisma } = t.db.database
const organization = await t.build.buildOrganization()
const person = async (role: 'edit' | 'admin' = 'edit', organizationId = organization.id) => {
  const built = await t.build.buildPerson({ organizationId, role })
  return { ...built, ...(await signedIn(t, built.user.id)) }
}
const NEXT = 'another four unusual words'
const signIn = (email: string, password: string, browser = new Browser(t)) =>
  browser.auth('password', { email, password })
const isSignedIn = async (browser: Browser) =>
  (await browser.graphql('{ viewer { user { id } } }')).body.data?.viewer !== undefined
const eventTypes = async (userId: string) =>
  (await prisma.event.findMany({ where: { organizationId: organization.id }, orderBy: { position: 'asc' } }))
    .filter(({ subject }) => JSON.stringify(subject).includes(userId))
    .map(({ type }) => type)

describe('a mailed link to reset a password', () => {
  it('sets the password once, ends all sessions and signs in', async () => {
    const { email, browser: former, user } = await person()
    expect((await new Browser(t).auth('reset/request', { email })).body).toEqual({})
    const code = await secretFor(email)
    const browser = new Browser(t)
    expect((await browser.auth('reset', { code, password: NEXT })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await prisma.session.count({ where: { userId: user.id } })).toBe(1)
    await expect.poll(() => isSignedIn(former)).toBe(false)
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    expect((await signIn(email, NEXT)).status).toBe(200)
    const again = await new Browser(t).auth('reset', { code, password: PASSWORD })
    expect(again.status).toBe(404)
    expect(again.body.error.message).toContain('was used already')
  })

  it('is answered alike for known, unknown and invited addresses, with the same statements', async () => {
    const { email } = await person()
    await prisma.user.create({ data: { id: 'usr_waiting', email: 'waiting@example.com', displayName: 'W' } })
    const addresses = [email, 'nobody@example.com', 'waiting@example.com']
    await mailsTo(email)
    const seen = []
    for (const address of addresses) {
      t.db.statements.length = 0
      const { status, text } = await new Browser(t).auth('reset/request', { email: address })
      seen.push({
        status,
        text,
        inserts: t.db.statements.filter(({ text }) => text.includes('QueuedJob')).length > 0,
      })
      await mailsTo(address)
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    expect(await mailsTo('nobody@example.com')).toEqual([])
    expect(await mailsTo('waiting@example.com')).toEqual([])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('works for an hour, for one of two requests at once, and sets no common password', async () => {
    const { email } = await person()
    await new Browser(t).auth('reset/request', { email })
    const code = await secretFor(email)
    const use = (password = NEXT) => new Browser(t).auth('reset', { code, password })
    expect((await use('passwordpassword')).status).toBe(400)
    t.clock.now = () => new Date(Date.now() + 61 * 60_000)
    expect((await use()).body.error.message).toContain('has expired')
    t.clock.now = () => new Date()
    const answers = await Promise.all([use(), use()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe.each(accountApis)('an admin at $name', ({ enter }) => {
  it('helps members of their organizations alone, with a link or by ending sessions', async () => {
    const own = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: own.id, role: 'admin' })
    const { user, email, browser } = await person('edit', own.id)
    const api = enter(t, admin)
    const { link } = await done(api.createPasswordReset(user.id))
    expect(link).toMatch(`${t.origin}/app/reset#`)
    const requested = [{ actor: admin.user.id, about: [{ type: 'user', id: user.id }] }]
    expect(await audited(t, admin, own.id, 'password.reset_requested')).toEqual([requested, requested])
    const code = link.split('#')[1] ?? ''
    expect((await new Browser(t).auth('reset', { code, password: NEXT })).status).toBe(200)
    expect((await signIn(email, NEXT, browser)).status).toBe(200)
    expect(await done(api.endUserSessions(user.id))).toBe(2)
    await expect.poll(() => isSignedIn(browser)).toBe(false)

    const late = await done(api.createPasswordReset(user.id))
    const other = await t.build.buildOrganization()
    await t.build.buildMember({ organizationId: other.id, userId: user.id, role: 'read' })
    await refused(api.createPasswordReset(user.id), 403)
    await refused(api.endUserSessions(user.id), 403)
    // A link that was created before stops working as well.
    const lateCode = late.link.split('#')[1] ?? ''
    const refusal = await new Browser(t).auth('reset', { code: lateCode, password: PASSWORD })
    expect(refusal.body.error.message).toContain('no longer valid')

    const operator = await t.build.buildPerson({ organizationId: own.id, role: 'read' })
    await prisma.user.update({ where: { id: operator.user.id }, data: { isOperator: true } })
    await refused(api.createPasswordReset(operator.user.id), 403)
    await done(enter(t, operator).createPasswordReset(user.id))
    await refused(enter(t, operator).createPasswordReset('usr_unknown'), 404)
  })

  it('cannot with a token that is limited to scopes', async () => {
    const { user } = await person()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const scoped = {
      token: await done(
        enter(t, admin).createTokenFor(admin.user.id, { label: 'S', scopes: ['user:write', 'user:read'] }),
      ),
    }
    await refused(enter(t, scoped).createPasswordReset(user.id), 403)
    await refused(enter(t, scoped).updateUser(admin.user.id, { email: 'scoped@example.com' }), 403)
  })
})

describe.each(accountApis)('an e-mail address at $name', ({ name, enter }) => {
  it('counts once it is confirmed, and the former one is told', async () => {
    const { user, email: former, token } = await person()
    const email = `new-${name}@example.com`
    await done(enter(t, { token }).updateUser(user.id, { email }))
    expect((await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).email).toBe(former)
    const code = await secretFor(email)
    const confirm = () => new Browser(t).auth('email/confirm', { code })
    expect((await confirm()).body).toEqual({ email })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    expect((await signIn(former, PASSWORD)).status).toBe(401)
    expect((await mailsTo(former)).map(({ parsed }) => parsed.subject)).toContain(
      'Your e-mail address was changed',
    )
    expect((await confirm()).body.error.message).toContain('was used already')
    expect(await eventTypes(user.id)).toContain('user.email_changed')
    const [event] = await prisma.event.findMany({ where: { type: 'user.email_changed' }, take: 1 })
    expect(JSON.stringify(event?.subject)).not.toContain('@')
  })

  it('of another account is not told apart, except to who reads its mail', async () => {
    const { user, token } = await person()
    const { email: taken } = await person()
    const answers = []
    for (const email of [taken, `free-${name}@example.com`]) {
      await mailsTo(email)
      t.db.statements.length = 0
      answers.push({
        view: await done(enter(t, { token }).updateUser(user.id, { email })),
        statements: statementsOf(t),
      })
    }
    expect(answers[1]?.view).toEqual(answers[0]?.view)
    await done(enter(t, { token }).updateUser(user.id, { email: taken }))
    const confirmed = await new Browser(t).auth('email/confirm', { code: await secretFor(taken) })
    expect(confirmed.status).toBe(409)
  })
})

it('needs a recent sign-in for another address', async () => {
  const { user, browser } = await person()
  await prisma.session.updateMany({
    where: { userId: user.id },
    data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
  })
  t.clock.now = () => new Date(Date.now() + 5_000)
  const answer = await browser.send(
    `/v1/users/${user.id}`,
    { email: 'recent@example.com' },
    { method: 'PATCH' },
  )
  t.clock.now = () => new Date()
  expect(answer.status).toBe(403)
  expect(await mailsTo('recent@example.com')).toEqual([])
})

it('mails about a sign-in in another browser, in the language of the person, and not about the first one', async () => {
  const { email, browser, token } = await person()
  expect(await mailsTo(email)).toEqual([])
  await signIn(email, PASSWORD, browser)
  expect(await mailsTo(email)).toEqual([])
  const other = () => new Browser(t, { 'user-agent': 'Other/1.0', 'accept-language': 'ja' })
  await signIn(email, PASSWORD, other())
  const [first] = await mailsTo(email)
  expect(first?.parsed.subject).toBe('アカウントへの新しいサインイン')
  expect(first?.parsed.text).toContain('Other/1.0')
  await done(accountApis[0]?.enter(t, { token }).updatePreferences({ language: 'de-AT' }) ?? Promise.reject())
  await signIn(email, PASSWORD, other())
  expect((await mailsTo(email)).at(-1)?.parsed.subject).toBe('Neue Anmeldung bei Ihrem Konto')
})

describe.each(accountApis)('preferences at $name', ({ enter }) => {
  it('have defaults, and change in parts', async () => {
    const { token } = await t.build.buildPerson()
    const api = enter(t, { token })
    const defaults = {
      keyBindings: true,
      mail: {
        mentions: 'at_once',
        reviews: 'at_once',
        comments: 'hourly',
        changeRequests: 'daily',
        failures: 'hourly',
      },
      inbox: { mentions: true, reviews: true, comments: true, changeRequests: true, failures: true },
    }
    expect(await done(api.getPreferences())).toEqual(defaults)
    await done(api.updatePreferences({ theme: 'dark', mail: { comments: 'never' } }))
    await Promise.all([
      done(api.updatePreferences({ mail: { reviews: 'daily' }, inbox: { failures: false } })),
      done(api.updatePreferences({ language: 'de', keyBindings: false })),
    ])
    expect(await done(api.getPreferences())).toEqual({
      language: 'de',
      theme: 'dark',
      keyBindings: false,
      mail: { ...defaults.mail, comments: 'never', reviews: 'daily' },
      inbox: { ...defaults.inbox, failures: false },
    })
    await done(api.updatePreferences({ language: null, theme: null }))
    expect(await done(api.getPreferences())).not.toHaveProperty('language')
    await refused(api.updatePreferences({ language: 'no language' }), 400)
  })
})
