import { describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { quire } from '../support/command-line.ts'
import { Browser, PASSWORD, setupCodeFor, signedIn } from './signing-in.ts'

const t = await appForFile()
const organization = await t.build.buildOrganization()
const person = () => t.build.buildPerson({ organizationId: organization.id, role: 'edit' })

describe('a setup link', () => {
  it('sets name, e-mail address and password, and signs in', async () => {
    const { user } = await person()
    const { browser, email } = await signedIn(t, user.id)
    const { body } = await browser.graphql('{ viewer { user { displayName email } } }')
    expect(body.data.viewer.user).toEqual({ displayName: 'Ann', email })
  })

  it('works once, also when it is used twice at the same time', async () => {
    const { user } = await person()
    const code = await setupCodeFor(t, user.id)
    const use = (n: number) =>
      new Browser(t).auth('setup', {
        code,
        displayName: 'Ann',
        email: `twice-${n}@example.com`,
        password: PASSWORD,
      })
    const answers = await Promise.all([use(1), use(2)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await use(3)).body.error.message).toContain('was used already')
  })

  it('says that it has expired, or was never valid', async () => {
    const { user } = await person()
    const expired = await setupCodeFor(t, user.id, new Date(Date.now() - 25 * 60 * 60 * 1000))
    const use = (code: string) =>
      new Browser(t).auth('setup', {
        code,
        displayName: 'Ann',
        email: 'late@example.com',
        password: PASSWORD,
      })
    expect((await use(expired)).body.error.message).toBe(
      'This link has expired. Run `npx quire setup-link` on the server to get another one.',
    )
    expect((await use('nothing')).body.error.message).toContain('is not valid')
  })

  it('of the command works, and the one before does not any more', async () => {
    const { user } = await person()
    const make = async () => {
      const { code, stdout } = await quire(['setup-link', '--user', user.id], { DATABASE_URL: t.db.url })
      expect(code).toBe(0)
      return stdout.trim()
    }
    const use = (link: string) =>
      new Browser(t).auth('setup', {
        code: link.split('/app/setup#')[1],
        displayName: 'Ann',
        email: 'command@example.com',
        password: PASSWORD,
      })
    const former = await make()
    const latest = await make()
    expect((await use(former)).body.error.message).toBe(
      'This link is not valid. Run `npx quire setup-link` on the server to get another one.',
    )
    expect((await use(latest)).status).toBe(200)
  })

  it.each([
    ['short', 'elevenchars'],
    ['common', 'passwordpassword'],
  ])('rejects a %s password', async (_kind, password) => {
    const { user } = await person()
    const code = await setupCodeFor(t, user.id)
    const answer = await new Browser(t).auth('setup', {
      code,
      displayName: 'Ann',
      email: 'a@example.com',
      password,
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toMatch(/^password: /)
    expect(answer.text).not.toContain(password)
  })
})

describe('a password', () => {
  it('signs in, and the cookie can be read by no script and is sent to no other site', async () => {
    const { user } = await person()
    const { email } = await signedIn(t, user.id)
    const answer = await new Browser(t).auth('password', { email: email.toUpperCase(), password: PASSWORD })
    expect(answer.status).toBe(200)
    const [session] = answer.headers.getSetCookie()
    expect(session).toMatch(/^quire=qss_\S+; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/)
    expect(answer.body).toEqual({})
  })

  it('that is wrong is rejected like one of an unknown account', async () => {
    const { user } = await person()
    const { email } = await signedIn(t, user.id)
    const wrong = await new Browser(t).auth('password', { email, password: 'another password' })
    const unknown = await new Browser(t).auth('password', { email: 'nobody@example.com', password: PASSWORD })
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
  })

  it('cannot be guessed: strangers run out of attempts, and the own browser does not', async () => {
    const { user } = await person()
    const { browser, email } = await signedIn(t, user.id)
    const attempt = (by: Browser, password: string) => by.auth('password', { email, password })
    for (let n = 0; n < 10; n++) expect((await attempt(new Browser(t), 'a wrong password')).status).toBe(401)
    const refused = await attempt(new Browser(t), PASSWORD)
    expect(refused.status).toBe(429)
    expect(refused.body.error.message).toContain('too many attempts')
    expect((await attempt(browser, 'a wrong password')).status).toBe(401)
    expect((await attempt(browser, PASSWORD)).status).toBe(200)
  })
})

describe('a session', () => {
  it('acts only for requests of pages of this server', async () => {
    const { user } = await person()
    const { browser } = await signedIn(t, user.id)
    const viewer = async (headers: Record<string, string>) => {
      const { body } = await browser.send('/graphql', { query: '{ viewer { user { id } } }' }, { headers })
      return body.data?.viewer?.user?.id
    }
    expect(await viewer({})).toBe(user.id)
    expect(await viewer({ 'sec-fetch-site': 'cross-site' })).toBeUndefined()
    expect(await viewer({ 'sec-fetch-site': 'same-site' })).toBeUndefined()
    expect(await viewer({ 'sec-fetch-site': 'none' })).toBeUndefined()
    expect(await viewer({ 'x-quire-console': '0' })).toBeUndefined()
    const other = await person()
    expect(await viewer({ authorization: `Bearer ${other.token}` })).toBe(other.user.id)
  })

  it('is listed, and ends with a sign-out', async () => {
    const { user } = await person()
    const { browser, email } = await signedIn(t, user.id)
    const second = new Browser(t, { 'user-agent': 'Second/1.0' })
    await second.auth('password', { email, password: PASSWORD })
    const list = '{ viewer { sessions(first: 10) { nodes { id method browser isCurrent } } } }'
    const { body } = await browser.graphql(list)
    expect(body.data.viewer.sessions.nodes).toMatchObject([
      { method: 'PASSWORD', browser: 'Second/1.0', isCurrent: false },
      { method: 'LINK', isCurrent: true },
    ])
    const rest = await browser.send('/v1/user/sessions')
    expect(rest.body.items.map(({ id }: { id: string }) => id)).toEqual(
      body.data.viewer.sessions.nodes.map(({ id }: { id: string }) => id),
    )
    const cookie = second.cookie
    expect((await second.auth('sign-out')).status).toBe(200)
    second.cookies.set('quire', /quire=([^;]+)/.exec(cookie)?.[1] ?? '')
    await vi.waitFor(async () => {
      expect((await second.graphql('{ viewer { user { id } } }')).status).toBe(401)
    })
  })

  it('needs a recent proof for what is dangerous', async () => {
    const { user } = await person()
    const { browser } = await signedIn(t, user.id)
    const create = () => browser.send('/v1/user/tokens', { label: 'Mine' })
    expect((await create()).status).toBe(201)
    await t.db.database.prisma.session.updateMany({
      where: { userId: user.id },
      data: { authenticatedAt: new Date(Date.now() - 16 * 60_000) },
    })
    t.clock.now = () => new Date(Date.now() + 5_000)
    const refused = await create()
    t.clock.now = () => new Date()
    expect(refused.status).toBe(403)
    expect(refused.body.error.message).toContain('within the last 15 minutes')
  })

  it('takes as many statements as a token, and signing in takes at most six', async () => {
    const { user, token } = await person()
    const { browser, email } = await signedIn(t, user.id)
    const query = '{ viewer { user { id } } }'
    // All of them, also those that find the token or the session.
    const statements = async (work: () => Promise<unknown>) => {
      t.db.statements.length = 0
      await work()
      return t.db.statements.filter(({ text }) => text !== 'BEGIN' && text !== 'COMMIT').length
    }
    const bySession = await statements(() => browser.graphql(query))
    const byToken = await statements(() =>
      new Browser(t).send('/graphql', { query }, { headers: { authorization: `Bearer ${token}` } }),
    )
    expect(bySession).toBeLessThanOrEqual(byToken)
    expect(
      await statements(() => new Browser(t).auth('password', { email, password: PASSWORD })),
    ).toBeLessThanOrEqual(6)
  })
})
