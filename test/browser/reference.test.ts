import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { browserNote, hasNoBrowser, launchBrowser, openTab } from '../support/browser.ts'
import { failuresOf } from '../support/page-failures.ts'

// A browser has to start and to load a large script, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const t = await appForFile()

const HTML = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'
const get = (path: string, accept: string) => fetch(`${t.origin}${path}`, { headers: { accept } })

describe.each(['/', '/v1'])('GET %s', (path) => {
  it('returns JSON to programs: the version and the links to the documentation', async () => {
    const response = await get(path, '*/*')
    expect(response.status).toBe(200)
    const body = (await response.json()) as { name: string; version: string; status: string; links: object }
    expect(body).toMatchObject({
      name: 'Quire',
      status: 'up',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
    expect(body.links).toMatchObject({
      explorer: '/graphql',
      reference: '/docs',
      openapi: '/v1/openapi.json',
    })
  })
})

describe('a browser', () => {
  it('gets a page at /v1 whose links all work', async () => {
    const response = await get('/v1', HTML)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await response.text()
    expect(html).toContain('<h1>Quire</h1>')
    const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href ?? '')
    expect(links).toEqual(
      expect.arrayContaining(['/graphql', '/docs', '/docs/README.md', '/docs/rest-api.md']),
    )
    const statuses = await Promise.all(
      links.map(async (href) => {
        const linked = await get(href, HTML)
        await linked.body?.cancel()
        return linked.status
      }),
    )
    expect(statuses).toEqual(links.map(() => 200))
  })

  it('is sent from / to the console', async () => {
    const response = await fetch(t.origin, { headers: { accept: HTML }, redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/app/'])
    expect(response.headers.get('vary')).toContain('Accept')
  })
})

describe.skipIf(hasNoBrowser)(`the reference in a browser${browserNote}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it('leads to an operation, and tries it with a token, from our own origin alone', async () => {
    const { token, user } = await t.build.buildPerson({
      organizationId: (await t.build.buildOrganization()).id,
      role: 'read',
    })
    const { page, requested, complaints } = await openTab(browser)
    await page.goto(`${t.origin}/v1`)
    await page.getByRole('link', { name: 'REST API reference' }).click()
    await page.getByRole('heading', { level: 1, name: 'Quire REST API' }).waitFor()
    await page.getByRole('button', { name: /Users/ }).click()
    await page.locator('.sidebar').getByRole('link', { name: 'Get the authenticated user' }).click()
    await page.getByRole('button', { name: 'Try it' }).click()
    const form = page.locator('dialog[open]')
    await form.getByLabel(/^Authorization/).fill(token)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.locator('pre').getByText(user.id).waitFor()
    const strangers = requested.filter((url) => !new RegExp(`^(blob:)?${t.origin}/|^data:`).test(url))
    expect(strangers).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  it('finds operations as they are typed', async () => {
    const { page } = await openTab(browser)
    await page.goto(`${t.origin}/docs`)
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('getAuthenticatedUser')
    await page.getByRole('option', { name: 'Get the authenticated user' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${t.origin}/docs/users/getAuthenticatedUser`)
    await page.close()
  })

  it('leads old links to the page of their operation', async () => {
    const { page } = await openTab(browser)
    await page.goto(`${t.origin}/docs#/Users/getAuthenticatedUser`)
    await page.waitForURL(`${t.origin}/docs/users/getAuthenticatedUser`)
    await page.goto(`${t.origin}/docs#/Change%20requests`)
    await page.waitForURL(`${t.origin}/docs/change-requests`)
    await page.close()
  })

  it.each(
    [390, 1_440, 2_560].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))),
  )('is accessible and fits at $width pixels, $theme', { timeout: 120_000 }, async ({ width, theme }) => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: theme,
      bypassCSP: true,
    })
    const page = await context.newPage()
    for (const path of ['', '/comments', '/comments/postCommentInSpace', '/~search?q=comment']) {
      await page.goto(`${t.origin}/docs${path}`)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      expect(await failuresOf(page), path).toEqual([])
    }
    if (width === 1_440) {
      await page.goto(`${t.origin}/graphql`)
      await page.locator('.graphiql-query-editor .monaco-editor').waitFor()
      // The tabs of GraphiQL contain the buttons that close them.
      const failures = (await failuresOf(page)).filter((failure) => !failure.startsWith('nested-interactive'))
      expect(failures, 'explorer').toEqual([])
    }
    await context.close()
  })
})
