import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'
import { returnPath } from '../../src/modules/sessions/providers/return-path.ts'
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
import { Browser } from './signing-in.ts'

const { providers, environment } = await providersForFile(['open', 'evil'], {
  OIDC_OPEN_CREATES: 'everyone',
  OIDC_EVIL_CREATES: 'everyone',
})
const t = await appForFile({ environment })
const [open, evil] = providers as [IdentityProvider, IdentityProvider]
for (const provider of providers) provider.register(t.origin)
const { prisma } = t.db.database
const { privateKey: foreignKey } = await generateKeyPair('RS256')

afterEach(() => {
  open.tamper = undefined
  t.clock.now = () => new Date()
})

const isSignedIn = async (browser: Browser) =>
  (await browser.graphql('{ viewer { user { id } } }')).status === 200

/** The address of this server to which a provider sends the browser, which it has not opened yet. */
const callbackOf = async (browser: Browser, provider = 'open') =>
  new ProviderCookies().follow(await begin(browser, provider))

const REFUSED = '/app/sign-in?error=expired'

describe('the answer of a provider', () => {
  it('works once', async () => {
    open.newAccount()
    const browser = new Browser(t)
    const callback = await callbackOf(browser)
    const pending = browser.cookies.get('quire-pending') ?? ''
    expect((await openFromElsewhere(browser, callback)).headers.get('location')).toBe('/app')
    expect(browser.cookies.has('quire-pending')).toBe(false)
    browser.cookies.set('quire-pending', pending)
    const replayed = await openFromElsewhere(browser, callback)
    expect(replayed.headers.get('location')).toBe(REFUSED)
    expect(replayed.headers.getSetCookie()).toEqual([])
  })

  it('works once, also when it is sent twice at the same time', async () => {
    open.newAccount()
    const browser = new Browser(t)
    const callback = await callbackOf(browser)
    const answers = await Promise.all([1, 2, 3].map(() => openFromElsewhere(browser, callback)))
    const locations = answers.map(({ headers }) => headers.get('location'))
    expect(locations.sort()).toEqual(['/app', REFUSED, REFUSED])
  })

  it('does not work in another browser, so nobody is signed in to the account of an attacker', async () => {
    open.newAccount()
    const attacker = new Browser(t)
    const callback = await callbackOf(attacker)
    const victim = new Browser(t)
    expect((await openFromElsewhere(victim, callback)).headers.get('location')).toBe(REFUSED)
    await begin(victim, 'open')
    expect((await openFromElsewhere(victim, callback)).headers.get('location')).toBe(REFUSED)
    expect(await isSignedIn(victim)).toBe(false)
    // It is not used up by that.
    expect((await openFromElsewhere(attacker, callback)).headers.get('location')).toBe('/app')
  })

  it('does not work with the code of another sign-in', async () => {
    open.newAccount()
    const [attacker, victim] = [new Browser(t), new Browser(t)]
    const theirs = new URL(await callbackOf(attacker))
    const own = new URL(await callbackOf(victim))
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    const { headers } = await openFromElsewhere(victim, own.href)
    expect(headers.get('location')).toBe('/app/sign-in?error=provider_failed')
    expect(await isSignedIn(victim)).toBe(false)
  })

  it('does not work as that of another provider', async () => {
    evil.newAccount()
    const browser = new Browser(t)
    const theirs = new URL(await callbackOf(new Browser(t), 'evil'))
    const own = new URL(await callbackOf(browser))
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    own.searchParams.set('iss', evil.issuer)
    const { headers } = await openFromElsewhere(browser, own.href)
    expect(headers.get('location')).toBe('/app/sign-in?error=provider_failed')
  })

  it('expires', async () => {
    open.newAccount()
    const browser = new Browser(t)
    const callback = await callbackOf(browser)
    t.clock.now = () => new Date(Date.now() + 11 * 60_000)
    expect((await openFromElsewhere(browser, callback)).headers.get('location')).toBe(REFUSED)
  })

  it.each([
    ['nothing', ''],
    ['parameters that occur twice', '?state=a&state=b&code=c'],
    ['a state that nobody has made', '?state=unknown&code=c'],
    ['a text of its own', '?error=<script>alert(1)</script>&error_description=Call+us&state=unknown'],
  ])('with %s is refused with a code, and without its texts', async (_kind, query) => {
    const answer = await openFromElsewhere(new Browser(t), `${t.origin}/app/~auth/oidc/callback${query}`)
    expect([answer.status, answer.headers.get('location'), answer.text]).toEqual([303, REFUSED, ''])
  })

  it('that the person has cancelled is refused with a code', async () => {
    open.loginAs = null
    const { headers } = await signInAt(new Browser(t), 'open')
    expect(headers.get('location')).toBe('/app/sign-in?error=denied')
  })

  it('is begun only by a page of this server', async () => {
    const answer = await new Browser(t, { 'sec-fetch-site': 'cross-site' }).auth('oidc/begin', {
      provider: 'open',
    })
    expect(answer.status).toBe(403)
  })
})

describe('an ID token', () => {
  const header = { alg: 'RS256', kid: 'unknown' }
  const secret = new TextEncoder().encode(CLIENT.secret.padEnd(32))
  const forgeries: [string, NonNullable<IdentityProvider['tamper']>][] = [
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => ({ ...claims, iss: evil.issuer })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _nonce, ...claims }: JWTPayload) => claims],
    ['that has expired', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })],
    ['without an expiry', ({ exp: _exp, ...claims }: JWTPayload) => claims],
    ['without a subject', ({ sub: _sub, ...claims }: JWTPayload) => claims],
    [
      'signed with a foreign key',
      (claims) => new SignJWT(claims).setProtectedHeader(header).sign(foreignKey),
    ],
    [
      'signed with the client secret',
      (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ],
    ['without a signature', async (claims) => new UnsecuredJWT(claims).encode()],
  ]
  it.each(forgeries)('%s is refused', async (_kind, tamper) => {
    open.newAccount()
    open.tamper = tamper
    const browser = new Browser(t)
    const { headers } = await signInAt(browser, 'open')
    expect(headers.get('location')).toBe('/app/sign-in?error=provider_failed')
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('that only seems to be changed is accepted, so the forgeries are refused for what they are', async () => {
    open.newAccount()
    open.tamper = (claims) => claims
    expect((await signInAt(new Browser(t), 'open')).headers.get('location')).toBe('/app')
  })

  it('is accepted within a minute of its expiry, for clocks that differ', async () => {
    open.newAccount()
    const expired = (seconds: number) => (claims: JWTPayload) => ({
      ...claims,
      exp: Math.floor(Date.now() / 1000) - seconds,
    })
    open.tamper = expired(30)
    expect((await signInAt(new Browser(t), 'open')).headers.get('location')).toBe('/app')
  })

  it('of a provider that names the subject and the issuer of another one signs in to no account of it', async () => {
    const { subject } = open.newAccount()
    await signInAt(new Browser(t), 'open')
    evil.newAccount()
    evil.tamper = (claims) => ({ ...claims, iss: open.issuer, sub: subject })
    const { headers } = await signInAt(new Browser(t), 'evil')
    expect(headers.get('location')).toBe('/app/sign-in?error=provider_failed')
    evil.tamper = undefined
    expect(await prisma.session.count({ where: { identity: { issuer: open.issuer, subject } } })).toBe(1)
  })
})

describe('the page to return to', () => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '/app\\..\\..\\evil',
    'https://evil.example/app/',
    'javascript:alert(1)',
    '/app/../../evil',
    '/app/%2e%2e/evil',
    '/app/..%2f..%2fevil',
    '/app//evil.example',
    '/app/%5cevil.example',
    '/app/%2Fevil.example',
    '/app/%0d%0aLocation:%20https://evil.example',
    '/app/\r\nLocation: https://evil.example',
    '/app/\tevil',
    '\t//evil.example',
    ' /app',
    '/application',
    '/app@evil.example',
    '/apps/',
    '/v1/user',
    '/app/~auth/oidc/callback',
    '/app/./~auth/methods',
    '/app/é',
    '',
    `/app/${'a'.repeat(2_000)}`,
  ]
  it.each(elsewhere)('is never %j', async (returnTo) => {
    const { status, body } = await new Browser(t).auth('oidc/begin', { provider: 'open', returnTo })
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^returnTo: /)])
  })

  it.each([
    ['/app', '/app'],
    ['/app/', '/app/'],
    ['/app?x=//evil.example', '/app?x=//evil.example'],
    ['/app/a/../b?c=%2F#d', '/app/b?c=%2F#d'],
  ])('can be %s', (text, path) => {
    expect(returnPath(text)).toBe(path)
  })
})
