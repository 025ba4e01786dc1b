import { afterEach, describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { failedRequests } from '../support/outcome.ts'
import {
  atLocalhost,
  chosenPasskey,
  deviceFor,
  proofToSignIn,
  signedInWithPasskey,
  signInWith,
} from './passkeys.ts'
import { Browser, setupCodeFor, signedIn } from './signing-in.ts'

const t = await appForFile()
const organization = await t.build.buildOrganization()
const person = () => t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
const MINUTE = 60_000

afterEach(() => {
  t.clock.now = () => new Date()
})

const keyed = async (device = deviceFor(t)) => {
  const { user } = await person()
  return { user, ...(await signedInWithPasskey(t, user.id, device)) }
}

describe('the methods of a host', () => {
  it('include passkeys at a host name', async () => {
    const { status, body } = await new Browser(atLocalhost(t)).send('/app/~auth/methods')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      password: { available: true },
      passkeys: { available: true },
      providers: [],
      mail: false,
    })
  })

  it('do not include passkeys at an IP address, and say why', async () => {
    const browser = new Browser(t)
    const { body } = await browser.send('/app/~auth/methods')
    expect(body.passkeys).toEqual({
      available: false,
      reason:
        'Passkeys belong to a host name, and 127.0.0.1 is an IP address. Open this server by a host name, such as localhost.',
    })
    const refused = await browser.auth('passkey/options')
    expect(refused.status).toBe(403)
    expect(refused.body.error.message).toBe(body.passkeys.reason)
  })
})

describe('a passkey', () => {
  it('is chosen instead of a password with a setup link, and signs in without an e-mail address', async () => {
    const { user, browser, device } = await keyed()
    const first = await browser.graphql(
      '{ viewer { password { isSet } passkeys { nodes { name isSynced } } } }',
    )
    expect(first.body.data.viewer).toEqual({
      password: { isSet: false },
      passkeys: { nodes: [{ name: 'Key', isSynced: false }] },
    })
    const { browser: second, response } = await signInWith(t, device)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({})
    const { body } = await second.graphql('{ viewer { user { id } sessions { nodes { method } } } }')
    expect(body.data.viewer.user.id).toBe(user.id)
    expect(body.data.viewer.sessions.nodes).toEqual([{ method: 'PASSKEY' }, { method: 'LINK' }])
  })

  it('replaces the password of the account when it is chosen with a link', async () => {
    const { user } = await person()
    await signedIn(t, user.id)
    const { browser } = await signedInWithPasskey(t, user.id)
    const { body } = await browser.send('/v1/user/password')
    expect(body).toEqual({ object: 'password', set: false })
  })

  it('asks for a discoverable credential and a verified user, and names no passkey of others', async () => {
    const { user } = await person()
    const browser = new Browser(atLocalhost(t))
    const code = await setupCodeFor(t, user.id)
    const created = await browser.auth('passkey/choose/options', { code, email: 'Ann@example.com' })
    expect(created.body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'ann@example.com', displayName: user.displayName },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const { body } = await browser.auth('passkey/options')
    expect(body).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
  })

  it('is accepted whatever its device states about its maker, which no certificate is read for', async () => {
    const { user } = await person()
    const browser = new Browser(atLocalhost(t))
    const code = await setupCodeFor(t, user.id)
    const values = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(70)],
      ['x5c', [new Uint8Array(500)]],
    ])
    const answer = await chosenPasskey(browser, deviceFor(t), code, {
      statement: { format: 'packed', values },
    })
    const set = await browser.auth('setup', {
      code,
      displayName: 'Ann',
      email: 'p@example.com',
      passkey: { answer },
    })
    expect(set.status).toBe(200)
  })

  it('of a disabled account does not sign in', async () => {
    const { user, device } = await keyed()
    await t.db.database.prisma.disabledUser.create({ data: { userId: user.id, disabledAt: new Date() } })
    const { response } = await signInWith(t, device)
    expect(response.status).toBe(403)
    expect(response.body.error.message).toContain('disabled')
  })

  it('that was removed does not sign in', async () => {
    const { user, device } = await keyed()
    await t.db.database.prisma.passkey.deleteMany({ where: { userId: user.id } })
    const { response } = await signInWith(t, device)
    expect(response.status).toBe(401)
    expect(response.body.error.message).toContain('is not known here')
  })

  it('takes at most six statements to sign in', async () => {
    const { device } = await keyed()
    const browser = new Browser(atLocalhost(t))
    const answer = await proofToSignIn(browser, device)
    t.db.statements.length = 0
    expect((await browser.auth('passkey', { answer })).status).toBe(200)
    const sent = t.db.statements.filter(({ text }) => text !== 'BEGIN' && text !== 'COMMIT')
    expect(sent.length).toBeLessThanOrEqual(6)
  })
})

describe('an answer of a passkey', () => {
  it('works once, also when it is sent twice at the same time', async () => {
    const { device } = await keyed()
    const browser = new Browser(atLocalhost(t))
    const answer = await proofToSignIn(browser, device)
    const send = () => new Browser(atLocalhost(t)).auth('passkey', { answer })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const third = await send()
    expect(third.status).toBe(401)
    expect(third.body.error.message).toContain('was used already')
    expect(third.headers.getSetCookie()).toEqual([])
  })

  it('of a new passkey works once', async () => {
    const { browser } = await keyed()
    const answer = deviceFor(t).create((await browser.auth('passkey/add/options')).body)
    expect((await browser.auth('passkey/add', { answer })).status).toBe(200)
    const again = await browser.auth('passkey/add', { answer })
    expect(again.status).toBe(401)
    expect(again.body.error.message).toContain('was used already')
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }, 'Unexpected authentication response origin'],
    ['another host name', { rpId: 'evil.example' }, 'Unexpected RP ID hash'],
    ['no verified user', { isUserVerified: false }, 'User verification required'],
    ['a frame of another origin', { isCrossOrigin: true }, 'is not valid here'],
  ])('with %s is rejected', async (_what, deviation, message) => {
    const { device } = await keyed()
    const { response } = await signInWith(t, device, deviation)
    expect(response.status).toBe(401)
    expect(response.body.error.message).toContain(message)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }, 400, 'Unexpected registration response origin'],
    ['another host name', { rpId: 'evil.example' }, 400, 'Unexpected RP ID hash'],
    ['no verified user', { isUserVerified: false }, 400, 'User verification was required'],
    ['a frame of another origin', { isCrossOrigin: true }, 401, 'is not valid here'],
  ])('for a new passkey with %s is rejected', async (_what, deviation, status, message) => {
    const { browser } = await keyed()
    const options = await browser.auth('passkey/add/options')
    const response = await browser.auth('passkey/add', {
      answer: deviceFor(t).create(options.body, deviation),
    })
    expect(response.status).toBe(status)
    expect(response.body.error.message).toContain(message)
  })

  it('with a signature of another key is rejected', async () => {
    const { device } = await keyed()
    const { device: other } = await keyed()
    const [own] = device.credentials
    const [foreign] = other.credentials
    if (!own || !foreign) throw new Error('There is no passkey.')
    const browser = new Browser(atLocalhost(t))
    const options = await browser.auth('passkey/options')
    const answer = device.get(options.body, {}, { ...own, privateKey: foreign.privateKey })
    const response = await browser.auth('passkey', { answer })
    expect(response.status).toBe(401)
    expect(response.body.error.message).toContain('Its signature is wrong')
  })

  it.each([
    ['damaged data', { clientDataJSON: 'e30' }],
    ['data that is no JSON', { clientDataJSON: 'AAAA' }],
    ['a short signature', { signature: 'AA' }],
    ['short authenticator data', { authenticatorData: 'AA' }],
  ])('with %s is rejected, and is no fault of the server', async (_what, damaged) => {
    const { device } = await keyed()
    const browser = new Browser(atLocalhost(t))
    const answer = await proofToSignIn(browser, device)
    const response = await browser.auth('passkey', {
      answer: { ...answer, response: { ...answer.response, ...damaged } },
    })
    expect(response.status).toBe(401)
    expect(failedRequests(t)).toEqual([])
  })

  it('is rejected five minutes after it was asked for', async () => {
    const { browser, device } = await keyed()
    const answer = await proofToSignIn(browser, device)
    const added = deviceFor(t).create((await browser.auth('passkey/add/options')).body)
    t.clock.now = () => new Date(Date.now() + 5 * MINUTE + 1_000)
    const signIn = await new Browser(atLocalhost(t)).auth('passkey', { answer })
    expect(signIn.status).toBe(401)
    expect(signIn.body.error.message).toContain('has expired')
    expect((await browser.auth('passkey/add', { answer: added })).body.error.message).toContain('has expired')
  })

  it('counts only for the person, the link and the purpose that it was asked for', async () => {
    const ann = await keyed()
    const bob = await keyed()
    const askedByBob = deviceFor(t).create((await bob.browser.auth('passkey/add/options')).body)
    const { user } = await person()
    const codes = [await setupCodeFor(t, user.id), await setupCodeFor(t, (await person()).user.id)]
    const forFirstLink = await chosenPasskey(ann.browser, deviceFor(t), codes[0] ?? '')
    const toSignIn = await proofToSignIn(ann.browser, ann.device)
    const toReauthenticate = bob.device.get((await bob.browser.auth('reauthenticate/options')).body)
    const set = { displayName: 'Ann', email: 'link@example.com' }
    const refused = [
      await ann.browser.auth('passkey/add', { answer: askedByBob }),
      await ann.browser.auth('passkey/add', { answer: forFirstLink }),
      await ann.browser.auth('setup', { ...set, code: codes[1], passkey: { answer: forFirstLink } }),
      await ann.browser.auth('setup', { ...set, code: codes[0], passkey: { answer: askedByBob } }),
      await ann.browser.auth('reauthenticate', { passkey: toSignIn }),
      await ann.browser.auth('reauthenticate', { passkey: toReauthenticate }),
      await ann.browser.auth('passkey', { answer: toReauthenticate }),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
    for (const { body } of refused) expect(body.error.message).toContain('is not valid here')
    const used = await ann.browser.auth('setup', {
      ...set,
      code: codes[0],
      passkey: { answer: forFirstLink },
    })
    expect(used.status).toBe(200)
  })

  it('can be sent again with a setup link after something else was wrong', async () => {
    const { user } = await person()
    const taken = await keyed()
    const browser = new Browser(atLocalhost(t))
    const code = await setupCodeFor(t, user.id)
    const passkey = { answer: await chosenPasskey(browser, deviceFor(t), code) }
    const send = (email: string) => browser.auth('setup', { code, displayName: 'Ann', email, passkey })
    expect((await send(taken.email)).status).toBe(409)
    expect((await send('free@example.com')).status).toBe(200)
  })
})

describe('the counter of a passkey', () => {
  it('must rise, if the passkey cannot be copied', async () => {
    const { device } = await keyed()
    device.counter = 10
    expect((await signInWith(t, device)).response.status).toBe(200)
    device.counter = 5
    const { response } = await signInWith(t, device)
    expect(response.status).toBe(401)
    expect(response.body.error.message).toContain('counter value 6 was lower than expected 11')
    device.counter = 11
    expect((await signInWith(t, device)).response.status).toBe(200)
  })

  it('does not matter if the passkey is synced', async () => {
    const device = deviceFor(t, { isSynced: true })
    const { user } = await keyed(device)
    await t.db.database.prisma.passkey.updateMany({ where: { userId: user.id }, data: { counter: 7 } })
    expect((await signInWith(t, device)).response.status).toBe(200)
    expect((await signInWith(t, device)).response.status).toBe(200)
  })

  it('does not change the version of the passkey', async () => {
    const { user, device } = await keyed()
    await signInWith(t, device)
    const [passkey] = await t.db.database.prisma.passkey.findMany({ where: { userId: user.id } })
    expect(passkey).toMatchObject({ version: 1, counter: 2n, lastUsedAt: expect.any(Date) })
  })
})
