import { describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { quire } from '../support/command-line.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { Command, type Ended, rest } from '../support/server-process.ts'

// Two of the tests run the command in its own process, which loads the whole server.
vi.setConfig({ testTimeout: 60_000 })

const t = await appForFile()

const run = (args: string[]): Promise<Ended> =>
  new Command('quire.mjs', ['token', ...args], { DATABASE_URL: t.db.url }).ended

/** The same command in this process. */
const call = (...args: string[]) => quire(['token', ...args], { DATABASE_URL: t.db.url })

const newest = () => t.db.database.prisma.apiToken.findFirstOrThrow({ orderBy: { id: 'desc' } })

describe('quire token', () => {
  it('exits with 1 and without a stack when there is no operator yet', async () => {
    const { code, stdout, stderr } = await run([])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/no operator yet.*npm start/)
    expect(stderr).not.toMatch(/^ +at /m)
  })

  it('makes a token for the first operator that works at once and never ends', async () => {
    await t.build.buildUser()
    const operator = await t.build.buildUser({ isOperator: true, displayName: 'Olga' })
    await t.build.buildUser({ isOperator: true })
    const { code, stdout, stderr } = await run([])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^qre_[\w-]{43}\n$/)
    expect(stderr).toContain(`Olga (${operator.id})`)
    expect(stderr).not.toContain(stdout.trim())
    expect(await rest(t.origin, '/user', stdout.trim())).toMatchObject({
      status: 200,
      body: { id: operator.id },
    })
    expect(await newest()).toMatchObject({ userId: operator.id, scopes: [], expiresAt: null })
  })

  it('takes a user by e-mail or id, a label, scopes and an end', async () => {
    const user = await t.build.buildUser({ email: 'ann@example.com' })
    const limits = ['--scope', 'space:read', '--scope', 'user:read', '--label', 'Nightly job']
    await call('--user', 'ann@example.com', '--expires', '2099-01-31T09:00:00Z', ...limits)
    expect(await newest()).toMatchObject({
      userId: user.id,
      label: 'Nightly job',
      scopes: ['space:read', 'user:read'],
      expiresAt: new Date('2099-01-31T09:00:00Z'),
    })
    const begun = Date.now()
    await call('--user', user.id, '--expires', '30')
    const days = ((await newest()).expiresAt?.getTime() ?? 0) - begun
    expect(Math.round(days / (24 * 60 * 60 * 1000))).toBe(30)
  })

  it.each([
    [['--user', 'nobody@example.com'], /no user with the id or e-mail nobody@example\.com/],
    [['--expires', 'soon'], /--expires soon: must be a number of days, or a time/],
    [['--expires', '2001-01-01T00:00:00Z'], /expiresAt: must be in the future/],
    [['--scope', 'everything'], /scopes\.0: .*space:read/],
    [['--label', 'x'.repeat(51)], /label: /],
    [['--name', 'x'], /Unknown option '--name'[\s\S]*Usage: quire token/],
  ])('refuses %j and says why', async (args, message) => {
    const before = await t.db.database.prisma.apiToken.count()
    const { code, stderr } = await call(...args)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toMatch(message)
    expect(await t.db.database.prisma.apiToken.count()).toBe(before)
  })

  it('says when there is no database or no data', async () => {
    const gone = await createDatabase()
    await dropDatabase(gone)
    const refused = async (environment: Record<string, string>, message: RegExp) =>
      expect(await quire(['token'], environment)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      })
    await refused({ DATABASE_URL: 'postgresql://127.0.0.1:1/quire' }, /127\.0\.0\.1:1 cannot be reached/)
    await refused({ DATA_DIR: '/nonexistent/quire data' }, /no data in \/nonexistent\/quire data/)
    await refused({ DATABASE_URL: gone }, /database "test_\w+" does not exist/)
  })
})
