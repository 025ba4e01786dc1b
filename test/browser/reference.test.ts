import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { appForFile } from '../support/app.ts'
import { browserNote, hasNoBrowser, launchBrowser, openTab } from '../support/browser.ts'

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

  it('shows operations, and sends a request with a token, from our own origin alone', async () => {
    const { token, user } = await t.build.buildPerson({
      organizationId: (await t.build.buildOrganization()).id,
      role: 'read',
    })
    const { page, requested, complaints } = await openTab(browser)
    await page.goto(`${t.origin}/v1`)
    await page.getByRole('link', { name: 'REST API reference' }).click()
    await page.getByText('Quire REST API').first().waitFor()
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.getByLabel('auth-bearer-value').fill(token)
    await page.getByRole('button', { name: 'Apply credentials' }).click()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.locator('#operations-tag-Users').click()
    const operation = page.locator('#operations-Users-getAuthenticatedUser')
    await operation.getByRole('button').first().click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    await operation.locator('.live-responses-table').getByText(user.id).first().waitFor()
    const strangers = requested.filter((url) => !new RegExp(`^(blob:)?${t.origin}/|^data:`).test(url))
    expect(strangers).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })
})
