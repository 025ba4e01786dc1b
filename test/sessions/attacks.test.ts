import { describe, expect, it } from 'vitest'
import { appForFile } from '../support/app.ts'
import { openSessionSocket, userOf } from './session-sockets.ts'
import { Browser, PASSWORD, setupCodeFor, signedIn } from './signing-in.ts'

const FOREIGN = 'https://evil.example.com'

const t = await appForFile({ environment: { TRUST_PROXY: '1', CORS_ORIGINS: FOREIGN } })
const organization = await t.build.buildOrganization()
const person = () => t.build.buildPerson({ organizationId: organization.id, role: 'edit' })

/** Somebody who has signed in, and the cookies of their browser. */
async function victim() {
  const { user } = await person()
  return { user, ...(await signedIn(t, user.id)) }
}

describe('a page of another origin', () => {
  const foreign: [string, Record<string, string>][] = [
    ['a form', { 'sec-fetch-site': 'cross-site', 'x-quire-console': '' }],
    ['a script of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a script at another port', { 'sec-fetch-site': 'same-site' }],
    ['a link', { 'sec-fetch-site': 'none' }],
    ['a form of a page of this server', { 'sec-fetch-site': 'same-origin', 'x-quire-console': '' }],
  ]

  it.each(foreign)('signs nobody in or out: %s', async (_name, headers) => {
    const { email, browser } = await victim()
    const attacker = new Browser(t, headers)
    const answer = await attacker.auth('password', { email, password: PASSWORD })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []])
    const out = await browser.send('/app/~auth/sign-out', {}, { headers })
    expect([out.status, out.headers.getSetCookie()]).toEqual([403, []])
    expect((await browser.graphql('{ viewer { user { id } } }')).status).toBe(200)
  })

  it('signs nobody in by a browser that sends no Sec-Fetch-Site', async () => {
    const { email } = await victim()
    const send = (origin: string) =>
      fetch(`${t.origin}/app/~auth/password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-quire-console': '1', origin },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
    expect((await send(FOREIGN)).status).toBe(403)
    expect((await send('null')).status).toBe(403)
    expect((await send(t.origin)).status).toBe(200)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot send what a form can send: %s',
    async (type) => {
      const { email } = await victim()
      const answer = await new Browser(t).send(
        '/app/~auth/password',
        { email, password: PASSWORD },
        { headers: { 'content-type': type } },
      )
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([415, []])
    },
  )

  it('gets no response with credentials, whatever CORS_ORIGINS is', async () => {
    const { browser } = await victim()
    const answer = await browser.send(
      '/graphql',
      { query: '{ viewer { user { id } } }' },
      {
        headers: { 'sec-fetch-site': 'cross-site', origin: FOREIGN },
      },
    )
    expect(answer.headers.get('access-control-allow-origin')).toBe(FOREIGN)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.body.data?.viewer ?? null).toBeNull()
  })
})

describe('a WebSocket with the cookie of a session', () => {
  it('acts for the person if a page of this server opens it and says so', async () => {
    const { user, browser } = await victim()
    const socket = await openSessionSocket(t, browser.cookie)
    expect(await userOf(socket)).toBe(user.id)
    socket.close()
  })

  it('acts for nobody if the page is of another origin, also of one that CORS_ORIGINS names', async () => {
    const { browser } = await victim()
    const refused = await openSessionSocket(t, browser.cookie, { origin: 'https://other.example.com' })
    expect(refused.refused).toBe(403)
    const socket = await openSessionSocket(t, browser.cookie, { origin: FOREIGN })
    expect(await userOf(socket)).toBeNull()
    socket.close()
  })

  it.each([{}, { session: 'true' }, { session: 1 }])(
    'acts for nobody without its consent: %j',
    async (init) => {
      const { browser } = await victim()
      const socket = await openSessionSocket(t, browser.cookie, { init })
      expect(await userOf(socket)).toBeNull()
      socket.close()
    },
  )
})

describe('a session', () => {
  it('that a stranger has put into a browser is not the one that a sign-in starts', async () => {
    const attacker = await victim()
    const { user, email } = await victim()
    const browser = new Browser(t)
    browser.cookies.set('quire', attacker.browser.cookies.get('quire') ?? '')
    browser.cookies.set('quire-browser', attacker.browser.cookies.get('quire-browser') ?? '')
    await browser.auth('password', { email, password: PASSWORD })
    expect(browser.cookies.get('quire')).not.toBe(attacker.browser.cookies.get('quire'))
    const id = async (of: Browser) =>
      (await of.graphql('{ viewer { user { id } } }')).body.data.viewer.user.id
    expect([await id(browser), await id(attacker.browser)]).toEqual([user.id, attacker.user.id])
  })

  it('that a stranger has made up is none', async () => {
    const browser = new Browser(t)
    browser.cookies.set('quire', `qss_${'A'.repeat(43)}`)
    expect((await browser.graphql('{ viewer { user { id } } }')).status).toBe(401)
  })
})

describe('an account', () => {
  const AT_ONCE = 10
  const failures = async (attempts: number, send: (n: number) => Promise<{ status: number }>) => {
    const counts: Record<number, number> = {}
    for (let n = 0; n < attempts; n += AT_ONCE) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => send(n + at)))
      for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    }
    return counts
  }
  const from = (n: number) => ({ 'x-forwarded-for': `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}` })

  it('cannot be guessed at from 1,000 addresses', async () => {
    const { email, browser } = await victim()
    const counts = await failures(1_000, (n) =>
      new Browser(t, from(n)).auth('password', { email, password: `wrong password ${n}` }),
    )
    // Attempts that arrive at the same moment can pass together.
    expect(counts[401]).toBeLessThanOrEqual(10 + AT_ONCE)
    expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(1_000)
    // The person is not locked out of the browser in which they signed in before.
    expect((await browser.auth('password', { email, password: PASSWORD })).status).toBe(200)
  }, 120_000)

  it('of 1,000 cannot be guessed at from one address', async () => {
    const address = { 'x-forwarded-for': '203.0.113.7' }
    const counts = await failures(1_000, (n) =>
      new Browser(t, address).auth('password', { email: `guess-${n}@example.com`, password: PASSWORD }),
    )
    expect(counts[401]).toBeLessThanOrEqual(100 + AT_ONCE)
    expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(1_000)
    // Others are not affected.
    const { email } = await victim()
    expect((await new Browser(t).auth('password', { email, password: PASSWORD })).status).toBe(200)
  }, 120_000)

  it('is set up once, whoever replays the link', async () => {
    const { user } = await person()
    const code = await setupCodeFor(t, user.id)
    const use = (n: number) =>
      new Browser(t).auth('setup', {
        code,
        displayName: 'Ann',
        email: `replay-${n}@example.com`,
        password: PASSWORD,
      })
    const answers = await Promise.all([1, 2, 3, 4].map(use))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await use(5)).status).toBe(404)
  })
})
