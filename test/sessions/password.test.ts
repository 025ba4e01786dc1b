import { afterEach, describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { loggedEvents } from '../support/event-log.ts'
import { failedRequests } from '../support/outcome.ts'
import { deviceFor, signedInWithPasskey } from './passkeys.ts'
import { Browser, PASSWORD, setupCodeFor, signedIn } from './signing-in.ts'

const t = await appForFile()
const NEXT = 'another few unusual words'

afterEach(() => {
  t.clock.now = () => new Date()
  expect(failedRequests(t)).toEqual([])
})

interface Outcome {
  status: number
  message?: string
  set?: boolean
}

interface PasswordApi {
  change(browser: Browser, input: object, headers?: Record<string, string>): Promise<Outcome>
  remove(browser: Browser, headers?: Record<string, string>): Promise<Outcome>
}

const restCall =
  (method: string) =>
  async (browser: Browser, input: object | undefined, headers: Record<string, string>): Promise<Outcome> => {
    const { status, body } = await browser.send('/v1/user/password', input, { method, headers })
    return status < 300 ? { status, set: body.set } : { status, message: body.error.message }
  }

const graphqlCall =
  (name: string) =>
  async (browser: Browser, input: object, headers: Record<string, string>): Promise<Outcome> => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const query = `mutation ($input: ${type}) { ${name}(input: $input) { password { isSet } } }`
    const { body } = await browser.send('/graphql', { query, variables: { input } }, { headers })
    const [error] = body.errors ?? []
    if (error) return { status: error.extensions.status, message: error.message }
    return { status: 200, set: body.data[name].password.isSet }
  }

const apis: { name: string; api: PasswordApi }[] = [
  {
    name: 'REST',
    api: {
      change: (browser, input, headers = {}) => restCall('PUT')(browser, input, headers),
      remove: (browser, headers = {}) => restCall('DELETE')(browser, undefined, headers),
    },
  },
  {
    name: 'GraphQL',
    api: {
      change: (browser, input, headers = {}) => graphqlCall('changePassword')(browser, input, headers),
      remove: (browser, headers = {}) => graphqlCall('removePassword')(browser, {}, headers),
    },
  },
]

async function person() {
  const organization = await t.build.buildOrganization()
  const built = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
  return { ...built, organizationId: organization.id }
}

describe.each(apis)('the own password ($name)', ({ api }) => {
  it('is changed with the one so far, which signs out everywhere else', async () => {
    const { user, organizationId } = await person()
    const { browser, email } = await signedIn(t, user.id)
    const elsewhere = new Browser(t)
    await elsewhere.auth('password', { email, password: PASSWORD })
    const changed = await api.change(browser, { currentPassword: PASSWORD, newPassword: NEXT })
    expect(changed).toEqual({ status: 200, set: true })
    const signIn = (password: string) => new Browser(t).auth('password', { email, password })
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn(NEXT)).status).toBe(200)
    await vi.waitFor(async () => {
      expect((await elsewhere.graphql('{ viewer { user { id } } }')).status).toBe(401)
    })
    expect((await browser.graphql('{ viewer { user { id } } }')).status).toBe(200)
    expect(await loggedEvents(t, organizationId, 'password.changed')).toHaveLength(2)
    expect(await loggedEvents(t, organizationId, 'session.ended')).toHaveLength(1)
  })

  it('is not changed without the one so far, with a wrong one, or to a weak one', async () => {
    const { user } = await person()
    const { browser, email } = await signedIn(t, user.id)
    const refused = [
      await api.change(browser, { newPassword: NEXT }),
      await api.change(browser, { currentPassword: 'a wrong password', newPassword: NEXT }),
      await api.change(browser, { currentPassword: PASSWORD, newPassword: 'passwordpassword' }),
      await api.change(browser, { currentPassword: PASSWORD, newPassword: 'elevenchars' }),
    ]
    expect(refused.map(({ status, message = '' }) => [status, message.split(/[;(]/, 1)[0]?.trim()])).toEqual([
      [400, 'currentPassword: is missing'],
      [400, 'currentPassword: is not your password'],
      [400, 'newPassword: is one of the most common passwords'],
      [400, expect.stringContaining('newPassword: ')],
    ])
    expect(JSON.stringify(refused)).not.toMatch(/elevenchars|passwordpassword|a wrong/)
    expect((await new Browser(t).auth('password', { email, password: PASSWORD })).status).toBe(200)
  })

  it('cannot be guessed by whoever is signed in as the person', async () => {
    const { user } = await person()
    const { browser } = await signedIn(t, user.id)
    const guess = (currentPassword: string) => api.change(browser, { currentPassword, newPassword: NEXT })
    for (let n = 0; n < 20; n++) expect((await guess('a wrong password')).status).toBe(400)
    expect((await guess(PASSWORD)).status).toBe(429)
  })

  it('is changed and removed only within 15 minutes of a proof, and not with a scoped token', async () => {
    const { user } = await person()
    const { browser } = await signedIn(t, user.id)
    const { token } = await t.build.buildToken({ userId: user.id, scopes: ['user:write'] })
    const headers = { authorization: `Bearer ${token}` }
    const input = { currentPassword: PASSWORD, newPassword: NEXT }
    for (const refused of [await api.change(browser, input, headers), await api.remove(browser, headers)]) {
      expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('without scopes') })
    }
    await t.db.database.prisma.session.updateMany({
      where: { userId: user.id },
      data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
    })
    t.clock.now = () => new Date(Date.now() + 2_000)
    for (const refused of [await api.change(browser, input), await api.remove(browser)]) {
      expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('last 15 minutes') })
    }
  })

  it('is set by a person who signs in with a passkey, and removed again', async () => {
    const { user, organizationId } = await person()
    const { browser, email } = await signedInWithPasskey(t, user.id)
    expect(await api.change(browser, { newPassword: NEXT })).toEqual({ status: 200, set: true })
    const signIn = () => new Browser(t).auth('password', { email, password: NEXT })
    expect((await signIn()).status).toBe(200)
    expect(await api.remove(browser)).toEqual({ status: 200, set: false })
    expect((await signIn()).status).toBe(401)
    expect(await loggedEvents(t, organizationId, 'password.removed')).toHaveLength(1)
  })

  it('is not removed if it is the only way to sign in', async () => {
    const { user } = await person()
    const { browser } = await signedIn(t, user.id)
    const refused = await api.remove(browser)
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('the only way') })
    expect((await browser.send('/v1/user/password')).body).toMatchObject({ set: true })
  })

  it('leaves no link to reset it behind', async () => {
    const { user } = await person()
    const { browser } = await signedIn(t, user.id)
    const { prisma } = t.db.database
    const now = new Date()
    const link = {
      kind: 'reset',
      userId: user.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    }
    await prisma.oneTimeCode.create({ data: { ...link, digest: `reset of ${user.id}` } })
    await api.change(browser, { currentPassword: PASSWORD, newPassword: NEXT })
    expect(await prisma.oneTimeCode.count({ where: { userId: user.id, kind: 'reset' } })).toBe(0)
  })

  it('is not stored in the fingerprint of a request with an idempotency key', async () => {
    const { user } = await person()
    const { browser } = await signedIn(t, user.id)
    const input = { currentPassword: PASSWORD, newPassword: NEXT }
    const keyed = (key: string) =>
      api.change(browser, { ...input, idempotencyKey: key }, { 'idempotency-key': key })
    expect((await keyed('one')).status).toBe(200)
    // The first answer again: the password so far is no longer the one that is sent.
    expect((await keyed('one')).status).toBe(200)
    const [stored] = await t.db.database.prisma.idempotencyKey.findMany({ where: { userId: user.id } })
    const { fingerprintOf } = await import('../../src/core/operations/fingerprint.ts')
    const forms = ['rest markdown', 'graphql']
    const plain = await Promise.all(forms.map((form) => fingerprintOf('password.change', form, input)))
    expect(stored?.fingerprint).toMatch(/^[\w-]{43}$/)
    expect(plain).not.toContain(stored?.fingerprint)
  })
})

describe('a setup link', () => {
  it('takes a password or a passkey, and not both', async () => {
    const { user } = await person()
    const { browser } = await signedInWithPasskey(t, (await person()).user.id)
    const code = await setupCodeFor(t, user.id)
    const options = await browser.auth('passkey/choose/options', { code })
    const passkey = { answer: deviceFor(t).create(options.body) }
    const set = { code, displayName: 'Ann', email: 'both@example.com' }
    const both = await browser.auth('setup', { ...set, password: PASSWORD, passkey })
    expect(both.status).toBe(400)
    expect(both.body.error.message).toContain('send one of them')
    expect((await browser.auth('setup', set)).body.error.message).toContain('password: is missing')
  })
})
