import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { hasNoBrowser, launchBrowser, openTab } from '../support/browser.ts'
import { open, type PublishedSiteInTest, page, SiteOwner } from '../support/published-sites.ts'

const SITES = 'http://pages.example.com'

/** Shows its properties, and what it can reach of the page around it. */
const SCRIPT = `
  const reached = (read) => { try { return String(read()) } catch (error) { return error.name } }
  document.body.textContent = [
    'Weather in', quireBlock.props.city, quireBlock.block,
    reached(() => parent.document.title), reached(() => document.cookie), reached(() => localStorage.length),
  ].join(' ')`

let api: TestApp
let apart: TestApp
let browser: Browser
let site: PublishedSiteInTest

describe.skipIf(hasNoBrowser)('blocks and scripts of integrations', () => {
  beforeAll(async () => {
    api = await startApp()
    apart = await startApp({
      sharing: api,
      environment: { SITES_URL: SITES, PUBLIC_URL: 'http://api.example.com' },
    })
    browser = await launchBrowser([`pages.example.com 127.0.0.1:${new URL(apart.origin).port}`])
    const organization = await api.build.buildOrganization()
    const admin = await api.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    const owner = new SiteOwner(api, organization.id, admin)
    const space = await owner.space('Guide', [
      page('Start', 'Before.\n\n{% @weather/today city="Bern & <b>" %}\n\nAfter.'),
    ])
    site = await owner.site([space.id])
    await owner.send('POST', '/integrations/weather', {
      organization: owner.org,
      title: 'Weather',
      description: 'Shows the weather.',
      script: SCRIPT,
      scopes: ['site:script:inject'],
      blocks: [{ id: 'today', title: 'Weather today' }],
    })
    const { id } = await owner.send('POST', '/integrations/weather/installations', {
      organization: owner.org,
    })
    await owner.send('POST', `/integrations/weather/installations/${id}/sites`, { siteId: site.id })
  })
  afterAll(async () => {
    await browser?.close()
    await apart?.close()
    await api?.close()
  })

  it('run in a frame that cannot reach the page, with the properties of the block', async () => {
    const { page: tab } = await openTab(browser)
    await tab.goto(`${SITES}${site.base}/`)
    const frame = tab.frameLocator('iframe.integration')
    await frame.getByText('Weather in').waitFor()
    expect(await frame.locator('body').textContent()).toBe(
      'Weather in Bern & <b> today SecurityError SecurityError SecurityError',
    )
    expect(await tab.getAttribute('iframe.integration', 'sandbox')).toBe('allow-scripts')
    await tab.close()
  })

  it('are not on the origin of the API', async () => {
    const { body } = await site.open('/')
    expect(body).not.toMatch(/<iframe|~scripts/)
    expect((await site.open('/~blocks/weather/today')).status).toBe(404)
    const host = 'pages.example.com'
    // By path, other sites have the same origin, so the script runs in frames and not in the page.
    expect((await open(apart, `${site.base}/`, { host })).body).not.toContain('~scripts')
    const shown = await open(apart, `${site.base}/~blocks/weather/today`, { host })
    const [, script = ''] = /<script src="([^"]*~scripts[^"]*)"/.exec(shown.body) ?? []
    const served = await open(apart, script, { host })
    expect([served.status, served.body]).toEqual([200, SCRIPT])
    expect(served.headers['content-type']).toMatch(/^text\/javascript/)
    expect((await open(api, script)).status).toBe(404)
    expect((await open(apart, `${site.base}/~blocks/weather/none`, { host })).status).toBe(404)
    const { headers } = shown
    expect(headers['content-security-policy']).toContain('sandbox allow-scripts')
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  })
})
