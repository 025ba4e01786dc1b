import { decodeJwt } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import {
  begin,
  CLIENT,
  type IdentityProvider,
  openFromElsewhere,
  ProviderCookies,
  providersForFile,
  signInAt,
} from './identity-provider.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

const { providers, environment } = await providersForFile(['open'], { OIDC_OPEN_CREATES: 'everyone' })
const t = await appForFile({ environment })
const [open] = providers as [IdentityProvider]
open.register(t.origin)
const { prisma } = t.db.database

const VIEWER = '{ viewer { user { id } } }'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

afterEach(() => {
  vi.useRealTimers()
  open.isDown = false
  t.clock.now = () => new Date()
})

const signIn = async (options: object = {}, cookies = new ProviderCookies()) => {
  const browser = new Browser(t)
  const { headers } = await signInAt(browser, 'open', options, cookies)
  return { browser, location: headers.get('location') }
}

describe('a provider', () => {
  it('can replace its keys: tokens with a new key are accepted half a minute after keys were last read', async () => {
    open.newAccount()
    expect((await signIn()).location).toBe('/app')
    await open.rotateKeys()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect((await signIn()).location).toBe('/app')
  })

  it('is asked for its metadata once an hour, and for its keys no more often than tokens with new keys arrive', async () => {
    open.newAccount()
    await signIn()
    open.requests.length = 0
    await signIn()
    const count = (path: string) => open.requests.filter((request) => request === path).length
    expect([count('/.well-known/openid-configuration'), count('/jwks')]).toEqual([0, 0])
    t.clock.now = () => new Date(Date.now() + 61 * 60_000)
    await begin(new Browser(t), 'open')
    expect(count('/.well-known/openid-configuration')).toBe(1)
  })

  it('that is down is named in the message, and other ways to sign in work', async () => {
    const organization = await t.build.buildOrganization()
    const { user } = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
    const { email } = await signedIn(t, user.id)
    open.newAccount()
    const browser = new Browser(t)
    const callback = await new ProviderCookies().follow(await begin(browser, 'open'))
    open.isDown = true
    t.faults.length = 0
    const answer = await openFromElsewhere(browser, callback)
    expect(t.faults).toMatchObject([{ provider: 'open', reason: 'provider_unavailable' }])
    expect(answer.headers.get('location')).toBe('/app/sign-in?error=provider_unavailable')
    t.clock.now = () => new Date(Date.now() + 3 * 61 * 60_000)
    const refused = await new Browser(t).auth('oidc/begin', { provider: 'open' })
    expect([refused.status, refused.body.error.message]).toEqual([
      503,
      'The provider cannot be reached. Try again later, or sign in another way.',
    ])
    t.clock.now = () => new Date()
    expect((await new Browser(t).auth('password', { email, password: PASSWORD })).status).toBe(200)
    open.isDown = false
    expect((await signIn()).location).toBe('/app')
  })

  it('that is not in the settings is refused with the names of those that are', async () => {
    const { status, body } = await new Browser(t).auth('oidc/begin', { provider: 'unknown' })
    expect([status, body.error.message]).toEqual([400, 'provider: must be one of open'])
  })

  it('asks a person again who signed in there long ago, where they have to prove again who they are', async () => {
    open.newAccount()
    const cookies = new ProviderCookies()
    const { browser } = await signIn({}, cookies)
    const logins = () => open.requests.filter((path) => path.startsWith('/interaction/')).length
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
    const before = logins()
    const remembered = await signIn({}, cookies)
    expect(logins()).toBe(before)
    const fresh = await signIn({ purpose: 'reauthenticate' }, cookies)
    expect(logins()).toBe(before + 1)
    const create = (by: Browser) => by.send('/v1/user/tokens', { label: 'Mine' })
    expect((await create(browser)).status).toBe(403)
    expect((await create(fresh.browser)).status).toBe(201)
    expect((await create(remembered.browser)).status).toBe(403)
  })
})

describe('a sign-out', () => {
  it('leads to the provider, which ends the session there and all sessions that it began here', async () => {
    const { subject } = open.newAccount()
    const cookies = new ProviderCookies()
    const { browser } = await signIn({}, cookies)
    const second = await signIn({}, cookies)
    const elsewhere = await signIn()
    const { body } = await browser.auth('sign-out')
    expect(body.providerUrl).toMatch(new RegExp(`^${open.issuer}/session/end\\?`))
    expect((await second.browser.graphql(VIEWER)).status).toBe(200)
    const hint = new URL(body.providerUrl).searchParams.get('id_token_hint') ?? ''
    expect(decodeJwt(hint)).toMatchObject({ iss: open.issuer, aud: CLIENT.id, sub: subject })
    // The provider reads it: it refuses one that it has not signed.
    expect(await cookies.page(body.providerUrl.replace(hint, 'made.up.token'))).toContain('id_token_hint')
    const page = await cookies.page(body.providerUrl)
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
    const end = await cookies.follow(action, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    })
    expect(end).toBe(`${t.origin}/app/sign-in`)
    await vi.waitFor(async () => expect((await second.browser.graphql(VIEWER)).status).toBe(401))
    expect((await elsewhere.browser.graphql(VIEWER)).status).toBe(200)
  })

  it('names the person to the provider with a token that nobody can read in the database', async () => {
    const { subject } = open.newAccount()
    const { browser } = await signIn()
    const { sealedIdToken } = await prisma.session.findFirstOrThrow({ where: { identity: { subject } } })
    expect(sealedIdToken).toMatch(/^s1\./)
    expect(sealedIdToken).not.toContain('eyJ')
    const listed = await browser.send('/v1/user/sessions')
    expect(listed.text).not.toContain(sealedIdToken)
    await browser.auth('sign-out')
    expect(await prisma.session.count({ where: { identity: { subject } } })).toBe(0)
  })

  it('does not wait for a provider that is down', async () => {
    open.newAccount()
    const { browser } = await signIn()
    open.isDown = true
    t.clock.now = () => new Date(Date.now() + 61 * 60_000)
    expect(await browser.auth('sign-out')).toMatchObject({ status: 200, body: {} })
  })
})

describe('a logout token', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const claimsOf = (sub: string) => ({
    iss: open.issuer,
    aud: CLIENT.id,
    sub,
    iat: now(),
    exp: now() + 60,
    jti: `jti-${Math.random()}`,
    events: { [EVENT]: {} },
  })
  const send = (token: string) =>
    fetch(`${t.origin}/app/~auth/oidc/back-channel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    })

  it('ends all sessions of its subject, once', async () => {
    const { subject } = open.newAccount()
    const first = await signIn()
    const token = await open.sign(claimsOf(subject), { typ: 'logout+jwt' })
    expect((await send(token)).status).toBe(200)
    await vi.waitFor(async () => expect((await first.browser.graphql(VIEWER)).status).toBe(401))
    const second = await signIn()
    expect((await send(token)).status).toBe(400)
    expect((await second.browser.graphql(VIEWER)).status).toBe(200)
  })

  it.each([
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['with a nonce, like an ID token', { nonce: 'x' }],
    ['without the event', { events: {} }],
    ['without an id', { jti: undefined }],
    ['that is old', { iat: now() - 1_000, exp: now() + 60 }],
    ['that has expired', { exp: now() - 100 }],
    ['without a subject and a session', { sub: undefined }],
  ])('%s is refused', async (_kind, change) => {
    const { subject } = open.newAccount()
    await signIn()
    const answer = await send(await open.sign({ ...claimsOf(subject), ...change }))
    expect(answer.status).toBe(400)
    expect(await prisma.session.count({ where: { identity: { subject } } })).toBe(1)
  })

  it('that is none is refused, and no cookie counts', async () => {
    expect((await send('nothing')).status).toBe(400)
    const json = await new Browser(t).auth('password')
    expect(json.status).toBe(400)
    const form = await fetch(`${t.origin}/app/~auth/password`, {
      method: 'POST',
      headers: { 'x-quire-console': '1', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ email: 'a@example.com', password: 'x' }),
    })
    expect(form.status).toBe(415)
  })
})
