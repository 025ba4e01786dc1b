import { afterEach, describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { failedRequests } from '../support/outcome.ts'
import { Browser, PASSWORD, setupCodeFor, signedIn } from './signing-in.ts'

vi.setConfig({ testTimeout: 60_000 })

const t = await appForFile({ environment: { TRUST_PROXY: '1' } })
const organization = await t.build.buildOrganization()
const person = () => t.build.buildPerson({ organizationId: organization.id, role: 'edit' })

/** One that is hashed, and 40 that wait. */
const MAX_ADMITTED = 41
const NETWORKS = 60
const WRONG = 'a wrong password'

const from = (network: string) => new Browser(t, { 'x-forwarded-for': network })
const stranger = (n: number) =>
  from(`198.51.100.${n}`).auth('password', { email: `nobody-${n}@example.com`, password: WRONG })
const strangers = Array.from({ length: NETWORKS }, (_, n) => n + 1)

/** Lets no wrong password be counted, so that an attempt with one keeps its turn. Returns what ends it. */
async function holdFailures(): Promise<() => Promise<void>> {
  const lock = await t.db.database.pool.connect()
  await lock.query('BEGIN')
  await lock.query('LOCK TABLE "SignInBudget" IN SHARE ROW EXCLUSIVE MODE')
  return async () => {
    await lock.query('ROLLBACK')
    lock.release()
  }
}

/** Attempts from many networks at many accounts, as many as the server admits at the same time. */
async function flood(): Promise<() => Promise<void>> {
  const letGo = await holdFailures()
  const refused: number[] = []
  let isFull = () => {}
  const full = new Promise<void>((resolve) => {
    isFull = resolve
  })
  const answers = strangers.map(async (n) => {
    const { status } = await stranger(n)
    if (status !== 401) refused.push(status)
    if (refused.length === NETWORKS - MAX_ADMITTED) isFull()
  })
  await full
  expect(new Set(refused)).toEqual(new Set([503]))
  return async () => {
    await letGo()
    await Promise.all(answers)
  }
}

afterEach(() => {
  expect(failedRequests(t)).toEqual([])
})

describe('while strangers try passwords from many networks', () => {
  it('people sign in with a browser that is known, set up accounts, and prove who they are', async () => {
    const [known, newcomer] = await Promise.all([person(), person()])
    const { browser, email } = await signedIn(t, known.user.id)
    const code = await setupCodeFor(t, newcomer.user.id)
    const end = await flood()
    expect((await browser.auth('password', { email, password: PASSWORD })).status).toBe(200)
    expect((await browser.auth('reauthenticate', { password: PASSWORD })).status).toBe(200)
    const change = { currentPassword: PASSWORD, newPassword: 'another few unusual words' }
    expect((await browser.send('/v1/user/password', change, { method: 'PUT' })).status).toBe(200)
    const setUp = { code, displayName: 'Bo', email: 'bo@example.com', password: PASSWORD }
    expect((await new Browser(t).auth('setup', setUp)).status).toBe(200)
    await end()
  })

  it('people sign in with a new browser, if no password was wrong in their network', async () => {
    const { user } = await person()
    const { email } = await signedIn(t, user.id)
    for (const some of [strangers.slice(0, MAX_ADMITTED), strangers.slice(MAX_ADMITTED)]) {
      expect(new Set((await Promise.all(some.map(stranger))).map(({ status }) => status))).toEqual(
        new Set([401]),
      )
    }
    const end = await flood()
    const browser = from('203.0.113.9')
    expect((await browser.auth('password', { email, password: PASSWORD })).status).toBe(200)
    await end()
  })

  it('an attempt for which no budget is left takes no turn', async () => {
    const { user } = await person()
    const { email } = await signedIn(t, user.id)
    const guess = (n: number) => from(`192.0.2.${n}`).auth('password', { email, password: WRONG })
    for (let n = 1; n <= 10; n++) expect((await guess(n)).status).toBe(401)
    const end = await flood()
    expect((await guess(1)).status).toBe(429)
    await end()
  })

  it('attempts that waited while others failed are counted with them', async () => {
    const { user } = await person()
    const { email } = await signedIn(t, user.id)
    const letGo = await holdFailures()
    const answers = Array.from({ length: MAX_ADMITTED + 1 }, (_, n) =>
      from(`192.0.2.${n + 100}`).auth('password', { email, password: WRONG }),
    )
    // The first answer is that of the one for which there is no room, when all others wait.
    expect((await Promise.race(answers)).status).toBe(503)
    await letGo()
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(MAX_ADMITTED - 10)
  })
})
