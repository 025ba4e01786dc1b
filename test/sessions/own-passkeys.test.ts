import { afterEach, describe, expect, it } from 'vitest'
import { MAX_PASSKEYS } from '../../src/modules/sessions/passkeys/passkeys.model.ts'
import { appForFile } from '../support/app.ts'
import { loggedEvents } from '../support/event-log.ts'
import { audited } from './audited.ts'
import type { Authenticator } from './authenticator.ts'
import { deviceFor, signedInWithPasskey, signInWith } from './passkeys.ts'
import { type Browser, PASSWORD, signedIn } from './signing-in.ts'

const t = await appForFile()
const MINUTE = 60_000

afterEach(() => {
  t.clock.now = () => new Date()
  expect(t.faults).toEqual([])
})

async function keyed() {
  const organization = await t.build.buildOrganization()
  const { user } = await t.build.buildPerson({ organizationId: organization.id, role: 'edit' })
  const signed = await signedInWithPasskey(t, user.id)
  return { organizationId: organization.id, user, ...signed }
}

/** Adds a passkey of a device to the account of a browser. */
async function add(browser: Browser, device: Authenticator = deviceFor(t), name?: string) {
  const options = await browser.auth('passkey/add/options')
  if (options.status !== 200) return options
  return browser.auth('passkey/add', { answer: device.create(options.body), name })
}

/** Makes the last proof of a person as old as this. */
async function proveEarlier(userId: string, minutes: number) {
  const authenticatedAt = new Date(Date.now() - minutes * MINUTE)
  await t.db.database.prisma.session.updateMany({ where: { userId }, data: { authenticatedAt } })
  // Past what the node has in its cache.
  t.clock.now = () => new Date(Date.now() + 2_000)
}

interface Shown {
  id: string
  name: string
}

interface PasskeysApi {
  list(browser: Browser): Promise<Shown[]>
  rename(browser: Browser, id: string, name: string, version?: number): Promise<Outcome>
  remove(browser: Browser, id: string): Promise<Outcome>
}

interface Outcome {
  status: number
  message?: string
}

const rest: PasskeysApi = {
  list: async (browser) => (await browser.send('/v1/user/passkeys')).body.items,
  rename: async (browser, id, name, version) => {
    const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"v${version}-x"` }
    return restOutcome(await browser.send(`/v1/user/passkeys/${id}`, { name }, { method: 'PATCH', headers }))
  },
  remove: async (browser, id) =>
    restOutcome(await browser.send(`/v1/user/passkeys/${id}`, undefined, { method: 'DELETE' })),
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared with what a test expects.
const restOutcome = ({ status, body }: { status: number; body: any }): Outcome =>
  status < 300 ? { status: 200 } : { status, message: body.error.message }

const graphql: PasskeysApi = {
  list: async (browser) => {
    const { body } = await browser.graphql('{ viewer { passkeys { nodes { id name } } } }')
    return body.data.viewer.passkeys.nodes
  },
  rename: async (browser, passkeyId, name, expectedVersion) =>
    mutate(browser, 'renamePasskey', 'passkey { id }', { passkeyId, name, expectedVersion }),
  remove: (browser, passkeyId) => mutate(browser, 'deletePasskey', 'deletedId', { passkeyId }),
}

async function mutate(browser: Browser, name: string, selection: string, input: object): Promise<Outcome> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const { body } = await browser.graphql(
    `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`,
    { input },
  )
  const [error] = body.errors ?? []
  return error ? { status: error.extensions.status, message: error.message } : { status: 200 }
}

describe.each([
  { name: 'REST', api: rest },
  { name: 'GraphQL', api: graphql },
])('own passkeys ($name)', ({ api }) => {
  it('are listed with their names, newest first, and those of others are not', async () => {
    const { browser } = await keyed()
    await keyed()
    expect((await add(browser, deviceFor(t), 'Phone')).status).toBe(200)
    expect((await api.list(browser)).map(({ name }) => name)).toEqual(['Phone', 'Key'])
  })

  it('are renamed, by their owner and with the version that they have', async () => {
    const { browser, user, organizationId } = await keyed()
    const other = await keyed()
    const [passkey] = await api.list(browser)
    const id = passkey?.id ?? ''
    expect(await api.rename(browser, id, '  Laptop ', 1)).toEqual({ status: 200 })
    expect(await api.list(browser)).toMatchObject([{ name: 'Laptop' }])
    expect(await api.rename(browser, id, 'Later', 1)).toMatchObject({ status: 412 })
    expect(await api.rename(other.browser, id, 'Mine')).toMatchObject({ status: 404 })
    expect(await api.rename(browser, id, ' ')).toMatchObject({ status: 400 })
    // The name that it has changes nothing.
    expect(await api.rename(browser, id, 'Laptop')).toEqual({ status: 200 })
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const about = [
      { type: 'passkey', id },
      { type: 'user', id: user.id },
    ]
    const renamed = [{ actor: user.id, about }]
    expect(await audited(t, admin, organizationId, 'passkey.renamed')).toEqual([renamed, renamed])
  })

  it('are removed, do not sign in any more, and events tell admins', async () => {
    const { browser, device, user, organizationId } = await keyed()
    await add(browser)
    const second = deviceFor(t)
    expect((await add(browser, second, 'Second')).status).toBe(200)
    const [passkey] = await api.list(browser)
    const id = passkey?.id ?? ''
    expect(await api.remove(browser, id)).toEqual({ status: 200 })
    // Removing it again does nothing.
    expect(await api.remove(browser, id)).toEqual({ status: 200 })
    expect((await signInWith(t, second)).response.status).toBe(401)
    expect((await signInWith(t, device)).response.status).toBe(200)
    const subject = { passkey: id, user: user.id }
    expect(await loggedEvents(t, organizationId, 'passkey.removed')).toEqual([{ actor: user.id, subject }])
    const added = await loggedEvents(t, organizationId, 'passkey.added')
    expect(added).toHaveLength(3)
    expect(added).toContainEqual({ actor: user.id, subject })
  })

  it('are not removed by others, or if the person could not sign in any more', async () => {
    const { browser, device } = await keyed()
    const other = await keyed()
    const [passkey] = await api.list(browser)
    const id = passkey?.id ?? ''
    expect(await api.remove(other.browser, id)).toEqual({ status: 200 })
    const refused = await api.remove(browser, id)
    expect(refused.status).toBe(409)
    expect(refused.message).toBe(
      'This is the only way in which you can sign in. Add a passkey, a password or an account at a provider first.',
    )
    expect((await signInWith(t, device)).response.status).toBe(200)
  })

  it('are not all removed by concurrent requests', async () => {
    const { browser } = await keyed()
    await add(browser)
    const own = await api.list(browser)
    const answers = await Promise.all(own.map(({ id }) => api.remove(browser, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await api.list(browser)).toHaveLength(1)
  })

  it('are removed only by a person who has signed in within 15 minutes', async () => {
    const { browser, user } = await keyed()
    await add(browser)
    const [passkey] = await api.list(browser)
    await proveEarlier(user.id, 16)
    const refused = await api.remove(browser, passkey?.id ?? '')
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('last 15 minutes') })
    expect(await api.list(browser)).toHaveLength(2)
  })
})

describe('adding a passkey', () => {
  it('requires a person who is signed in, and has proved within 15 minutes who they are', async () => {
    const { browser, user } = await keyed()
    const answer = deviceFor(t).create((await browser.auth('passkey/add/options')).body)
    await proveEarlier(user.id, 16)
    for (const refused of [await add(browser), await browser.auth('passkey/add', { answer })]) {
      expect(refused.status).toBe(403)
      expect(refused.body.error.message).toContain('last 15 minutes')
    }
    browser.cookies.clear()
    for (const refused of [await add(browser), await browser.auth('passkey/add', { answer })]) {
      expect(refused.status).toBe(401)
    }
  })

  it('excludes devices that have one already', async () => {
    const { browser, device } = await keyed()
    await expect(add(browser, device)).rejects.toThrow('InvalidStateError')
  })

  it('takes its name from the request, or from the day', async () => {
    const { browser } = await keyed()
    await add(browser)
    const [newest] = await rest.list(browser)
    expect(newest?.name).toBe(`Passkey of ${new Date().toISOString().slice(0, 10)}`)
  })

  it(`is limited to ${MAX_PASSKEYS} of a person`, async () => {
    const { browser, user } = await keyed()
    const { prisma } = t.db.database
    const [own] = await prisma.passkey.findMany({ where: { userId: user.id } })
    if (!own) throw new Error('There is no passkey.')
    await prisma.passkey.createMany({
      data: Array.from({ length: MAX_PASSKEYS - 1 }, (_, n) => ({
        ...own,
        id: `${own.id}${n}`,
        credentialId: `${own.credentialId}${n}`,
      })),
    })
    const refused = await add(browser)
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toBe('A user can have at most 20 passkeys. Remove one first.')
  })
})

describe('a person who is signed in', () => {
  it('proves again who they are with a passkey, and the session gets another secret', async () => {
    const { browser, device, user } = await keyed()
    await proveEarlier(user.id, 16)
    const former = browser.cookies.get('quire')
    const passkey = device.get((await browser.auth('reauthenticate/options')).body)
    const proven = await browser.auth('reauthenticate', { passkey })
    expect(proven.status).toBe(200)
    expect((await add(browser)).status).toBe(200)
    expect(browser.cookies.get('quire')).not.toBe(former)
    expect(
      (await browser.graphql('{ viewer { sessions { nodes { id } } } }')).body.data.viewer.sessions.nodes,
    ).toHaveLength(1)
    browser.cookies.set('quire', former ?? '')
    t.clock.now = () => new Date(Date.now() + 4_000)
    expect((await browser.graphql('{ viewer { user { id } } }')).status).toBe(401)
    expect((await browser.auth('reauthenticate', { passkey })).status).toBe(401)
  })

  it('cannot do so with the passkey of another person, or the same answer twice', async () => {
    const { browser, device } = await keyed()
    const other = await keyed()
    const options = await browser.auth('reauthenticate/options')
    expect(options.body.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([
      device.credentials[0]?.id,
    ])
    const foreign = other.device.get(options.body, {}, other.device.credentials[0])
    const refused = await browser.auth('reauthenticate', { passkey: foreign })
    expect(refused.status).toBe(401)
    expect(refused.body.error.message).toContain('is not known here')
    const passkey = device.get(options.body)
    expect((await browser.auth('reauthenticate', { passkey })).status).toBe(200)
    expect((await browser.auth('reauthenticate', { passkey })).status).toBe(401)
  })

  it('proves again who they are with the password, and runs out of attempts', async () => {
    const { user } = await t.build.buildPerson()
    const { browser, email } = await signedIn(t, user.id)
    await proveEarlier(user.id, 16)
    const create = () => browser.send('/v1/user/tokens', { label: 'Mine' })
    expect((await create()).status).toBe(403)
    expect((await browser.auth('reauthenticate', { password: PASSWORD })).status).toBe(200)
    expect((await create()).status).toBe(201)
    for (let n = 0; n < 20; n++) {
      const wrong = await browser.auth('reauthenticate', { password: 'a wrong password' })
      expect(wrong.status).toBe(400)
      expect(wrong.body.error.message).toBe('password: is not your password')
    }
    expect((await browser.auth('reauthenticate', { password: PASSWORD })).status).toBe(429)
    // Elsewhere, the person can still sign in.
    expect((await browser.auth('password', { email, password: PASSWORD })).status).toBe(200)
  })

  it('must send a password or a passkey', async () => {
    const { browser } = await keyed()
    expect((await browser.auth('reauthenticate')).status).toBe(400)
    browser.cookies.clear()
    expect((await browser.auth('reauthenticate', { password: PASSWORD })).status).toBe(401)
    expect((await browser.auth('reauthenticate/options')).status).toBe(401)
  })
})
