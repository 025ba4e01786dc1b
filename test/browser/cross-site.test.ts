import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PASSWORD, Browser as SigningIn, signedIn } from '../sessions/signing-in.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { page, SiteOwner } from '../support/published-sites.ts'

// A browser has to start, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const renaming = (userId: string) =>
  `mutation { updateUser(input: { userId: "${userId}", displayName: "Owned" }) { user { id } } }`

/** All that a page can send to another server, with the cookies of whoever opens it. Runs in the browser. */
async function attack(target: string): Promise<string[]> {
  const { RENAME: query, subscription } = window as unknown as { RENAME: string; subscription: string }
  const json = JSON.stringify({ query })
  const outcomes: string[] = []
  const note = (name: string) =>
    [
      (value: unknown) => void outcomes.push(`${name}: ${String(value)}`),
      () => void outcomes.push(`${name}: failed`),
    ] as const
  const send = (path: string, init: RequestInit) =>
    fetch(target + path, { method: 'POST', credentials: 'include', ...init }).then(
      (answer) => answer.type + answer.status,
    )
  const headers = { 'content-type': 'application/json', 'x-quire-console': '1' }
  await send('/graphql', { mode: 'no-cors', body: json }).then(...note('simple fetch'))
  await send('/graphql', { headers, body: json }).then(...note('fetch with the header'))
  await send('/app/~auth/sign-out', { mode: 'no-cors', body: '{}' }).then(...note('simple sign-out'))
  await send('/app/~auth/sign-out', { headers, body: '{}' }).then(...note('sign-out with the header'))
  await send(`/v1/user/sessions`, { method: 'DELETE', headers }).then(...note('DELETE'))
  const loaded = (element: HTMLElement) =>
    new Promise<void>((resolve) => {
      element.onload = element.onerror = () => resolve()
      document.body.append(element)
    })
  await loaded(
    Object.assign(new Image(), {
      src: `${target}/graphql?query=${encodeURIComponent('{viewer{user{id}}}')}`,
    }),
  )
  await loaded(Object.assign(document.createElement('script'), { src: `${target}/v1/user` }))
  const frame = Object.assign(document.createElement('iframe'), {
    name: 'frame',
    src: `${target}/app/account`,
  })
  await loaded(frame)
  for (const [path, name, value] of [
    ['/graphql', json.slice(0, -1), '}'],
    ['/app/~auth/sign-out', '{"a', '":1}'],
  ] as const) {
    const form = document.createElement('form')
    Object.assign(form, { action: target + path, method: 'POST', enctype: 'text/plain', target: 'frame' })
    form.append(Object.assign(document.createElement('input'), { name, value }))
    document.body.append(form)
    await new Promise<void>((resolve) => {
      frame.onload = () => resolve()
      form.submit()
    })
  }
  await new Promise<void>((resolve) => {
    const socket = new WebSocket(`${target.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws')
    const end = (how: string) => {
      outcomes.push(`WebSocket: ${how}`)
      resolve()
    }
    socket.onclose = () => end('closed')
    socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init', payload: { session: true } }))
    socket.onmessage = ({ data }) => {
      if (String(data).includes('connection_ack')) {
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
      } else end(String(data))
    }
  })
  await new Promise<void>((resolve) => {
    const source = new EventSource(`${target}/graphql?query=${encodeURIComponent(subscription)}`, {
      withCredentials: true,
    })
    const end = (how: string) => {
      outcomes.push(`EventSource: ${how}`)
      source.close()
      resolve()
    }
    source.onerror = () => end('failed')
    source.onmessage = ({ data }) => end(String(data))
  })
  return outcomes
}

describe.skipIf(hasNoBrowser)(`a person who has signed in and opens other pages${browserNote}`, () => {
  let t: TestApp
  let browser: Browser
  let evil: Server
  let context: BrowserContext
  let email = ''
  let userId = ''
  const port = () => (evil.address() as AddressInfo).port

  beforeAll(async () => {
    t = await startApp({ logLevel: 'info' })
    browser = await launchBrowser(['localhost 127.0.0.1'])
    evil = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Evil</title><body></body>')
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const organization = await t.build.buildOrganization()
    const { user } = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    userId = user.id
    ;({ email } = await signedIn(t, userId))
    context = await browser.newContext()
    const tab = await context.newPage()
    await tab.goto(`${t.origin}/app/sign-in`)
    await tab.getByLabel('E-mail address').fill(email)
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
    await tab.getByRole('heading', { name: 'Home' }).waitFor()
    await tab.close()
  })
  afterAll(async () => {
    await browser?.close()
    evil?.close()
    await t?.close()
  })

  /** The requests since a line of the log that acted as the person. */
  const actedSince = (line: number) =>
    (t.faults as { user?: string | null; url?: string; path?: string }[])
      .slice(line)
      .filter(({ user }) => user === userId)

  const expectUntouched = async () => {
    const user = await t.db.database.prisma.user.findUniqueOrThrow({ where: { id: userId } })
    expect(user.displayName).toBe('Ann')
    expect(await t.db.database.prisma.session.count({ where: { userId, method: 'password' } })).toBe(1)
  }

  // The cookie of another port of the same host is sent: browsers do not separate ports.
  it.each(['localhost', '127.0.0.1'])('is not harmed by one of http://%s at another port', async (host) => {
    const tab = await context.newPage()
    await tab.goto(`http://${host}:${port()}/`)
    const line = t.faults.length
    const subscription = `subscription { organizationActivity(organizationId: "x") { cursor } }`
    await tab.evaluate((values) => void Object.assign(window, values), {
      RENAME: renaming(userId),
      subscription,
    })
    const outcomes = await tab.evaluate(attack, t.origin)
    expect(outcomes).toEqual([
      'simple fetch: opaque0',
      'fetch with the header: failed',
      'simple sign-out: opaque0',
      'sign-out with the header: failed',
      'DELETE: failed',
      'WebSocket: closed',
      'EventSource: failed',
    ])
    // The attack has arrived; otherwise this would prove nothing.
    expect(t.faults.length).toBeGreaterThan(line + 5)
    expect(actedSince(line)).toEqual([])
    await expectUntouched()
    await tab.close()
  })

  it('is not harmed by a published site on the same host', async () => {
    const organization = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const owner = new SiteOwner(t, organization.id, admin)
    const query = encodeURIComponent(renaming(userId))
    const text = [
      `![](${t.origin}/graphql?query=${query})`,
      `![](${t.origin}/app/~auth/sign-out)`,
      `<img src="/v1/user/sessions" onerror="fetch('/app/~auth/sign-out', { method: 'POST', headers: { 'x-quire-console': '1' } })">`,
      `<script>fetch('/app/~auth/sign-out', { method: 'POST', headers: { 'x-quire-console': '1' } })</script>`,
      `<iframe src="/app/account"></iframe>`,
      `<form action="/app/~auth/sign-out" method="post"><button>Go</button></form>`,
    ].join('\n\n')
    const space = await owner.space('Bait', [page('Bait', text)])
    const site = await owner.site([space.id])
    const tab = await context.newPage()
    const line = t.faults.length
    await tab.goto(`${t.origin}${site.base}/`, { waitUntil: 'networkidle' })
    expect(await tab.title()).toContain('Bait')
    expect(await tab.locator('form[action*="~auth"], iframe[src*="/app"]').count()).toBe(0)
    expect(actedSince(line)).toEqual([])
    await expectUntouched()
    await tab.close()
  })

  it('is anonymous in the explorer without a token, whatever header is put into it', async () => {
    const tab = await context.newPage()
    await tab.goto(`${t.origin}/graphql`)
    const send = (path: string) =>
      tab.evaluate(
        ([to]) =>
          fetch(to ?? '', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-quire-console': '1' },
            body: JSON.stringify({ query: '{ viewer { user { id } } }' }),
          }).then(
            (answer) => answer.json(),
            (error: Error) => error.name,
          ),
        [path],
      )
    expect(JSON.stringify(await send('/graphql/explorer'))).toContain('UNAUTHENTICATED')
    // Its policy allows no other address.
    expect(await send('/graphql')).toBe('TypeError')
    expect(await send('/app/~auth/sign-out')).toBe('TypeError')
    await expectUntouched()
    await tab.close()
  })

  it.each([
    'https://evil.example.com/',
    '//evil.example.com/',
    '/\\evil.example.com/',
    '/app/../..//evil.example.com',
    '/app/\t/evil.example.com',
    'javascript:alert(1)',
    '/graphql',
    '/app/../graphql',
    '/application',
  ])('is led to no other place after the sign-in: %s', async (returnTo) => {
    const stranger = await browser.newContext()
    const tab = await stranger.newPage()
    await tab.goto(`${t.origin}/app/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    await tab.getByLabel('E-mail address').fill(email)
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(new URL(tab.url()).origin).toBe(t.origin)
    expect(new URL(tab.url()).pathname).toMatch(/^\/app\//)
    await new SigningIn(t).auth('sign-out')
    await stranger.close()
    await t.db.database.prisma.session.deleteMany({
      where: { userId, method: 'password', id: { notIn: await firstSession() } },
    })
  })

  const firstSession = async () => {
    const rows = await t.db.database.prisma.session.findMany({
      where: { userId, method: 'password' },
      orderBy: { createdAt: 'asc' },
      take: 1,
    })
    return rows.map(({ id }) => id)
  }
})
