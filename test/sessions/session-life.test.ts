import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { cleanUp } from '../../src/modules/sessions/cleanup.ts'
import { appForFile, startApp } from '../support/app.ts'
import { Browser, PASSWORD, signedIn } from './signing-in.ts'

const t = await appForFile()
const { database } = t.db
const { prisma } = database
const DAY_MS = 86_400_000

afterEach(() => {
  t.clock.now = () => new Date()
})

async function person() {
  const { user } = await t.build.buildPerson()
  return { userId: user.id, ...(await signedIn(t, user.id)) }
}

const later = (days: number) => new Date(Date.now() + days * DAY_MS)
const statusIn = async (days: number, browser: Browser) => {
  t.clock.now = () => later(days)
  return (await browser.graphql('{ viewer { user { id } } }')).status
}

describe('a session', () => {
  it('ends after 14 days without use', async () => {
    const { browser } = await person()
    const { browser: unused } = await person()
    expect(await statusIn(13.9, browser)).toBe(200)
    expect(await statusIn(14.1, unused)).toBe(401)
  })

  it('ends after 90 days, however often it is used', async () => {
    const { browser, userId } = await person()
    await prisma.session.updateMany({ where: { userId }, data: { lastSeenAt: later(89.8) } })
    expect(await statusIn(89.9, browser)).toBe(200)
    expect(await statusIn(90.1, browser)).toBe(401)
  })

  it('is removed by the periodic cleanup once it has ended, and not before', async () => {
    const [idle, used, old] = [await person(), await person(), await person()]
    for (const { userId } of [used, old]) {
      await prisma.session.updateMany({ where: { userId }, data: { lastSeenAt: later(10) } })
    }
    await prisma.session.updateMany({ where: { userId: old.userId }, data: { expiresAt: later(15) } })
    await cleanUp({ database, now: later(15.1) } as never)
    const left = async ({ userId }: { userId: string }) => prisma.session.count({ where: { userId } })
    expect([await left(idle), await left(used), await left(old)]).toEqual([0, 1, 0])
  })
})

it('the periodic cleanup leaves nothing of what a code was for once it has expired', async () => {
  const code = { kind: 'join', data: { email: 'ann@example.com' }, createdAt: later(0), expiresAt: later(1) }
  await prisma.oneTimeCode.create({ data: { ...code, digest: 'expired' } })
  const kept = async (days: number) => {
    await cleanUp({ database, now: later(days) } as never)
    return (await prisma.oneTimeCode.findUnique({ where: { digest: 'expired' } }))?.data
  }
  expect([await kept(0.9), await kept(1.1), await kept(31.1)]).toEqual([code.data, {}, undefined])
})

it('a password is stored as argon2id with 19 MiB, two passes and one lane', async () => {
  const { userId } = await person()
  const { passwordHash } = await prisma.account.findUniqueOrThrow({ where: { userId } })
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('with an https address, the cookie is bound to the host and to TLS, and counts for its origin alone', async () => {
  const { email } = await person()
  const origin = 'https://quire.example.com'
  const node = await startApp({ sharing: t, environment: { PUBLIC_URL: origin } })
  onTestFinished(() => node.close())
  const browser = new Browser(node)
  const answer = await browser.auth('password', { email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const [session] = answer.headers.getSetCookie()
  const [pair, ...attributes] = (session ?? '').split('; ')
  expect(pair).toMatch(/^__Host-quire=qss_\S+$/)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict']))
  expect(attributes.join()).not.toContain('Domain')

  const statusFrom = async (from: string) => {
    const headers = { cookie: pair ?? '', origin: from, 'x-quire-console': '1' }
    const body = JSON.stringify({ query: '{ viewer { user { id } } }' })
    const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
    return (await fetch(`${node.origin}/graphql`, request)).status
  }
  expect(await statusFrom(origin)).toBe(200)
  expect(await statusFrom('http://quire.example.com')).not.toBe(200)
  expect(await statusFrom('https://docs.quire.example.com')).not.toBe(200)
  // The name that only loopback uses is not read.
  browser.cookies.clear()
  browser.cookies.set('quire', pair?.split('=')[1] ?? '')
  expect((await browser.graphql('{ viewer { user { id } } }')).status).toBe(401)
})
