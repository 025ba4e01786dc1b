import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { page, SiteOwner } from '../support/published-sites.ts'

const SECRET = 'The merger closes on Friday.'
const SITES = 'http://pages.example.com'

/** Reads a page of another site with the cookies of the reader, and leaves what it found in the title. */
const attackOn = (address: string) => `
  fetch(${JSON.stringify(address)}, { credentials: 'include' })
    .then((answer) => answer.text())
    .then((text) => { document.title = 'read ' + text.includes(${JSON.stringify(SECRET)}) })
    .catch((error) => { document.title = 'refused ' + error.name })`

const attacks: { name: string; environment: Record<string, string> }[] = [
  { name: 'sites are served by path', environment: {} },
  {
    name: 'sites are served at generated hosts',
    environment: { SITES_HOST_PATTERN: '*.docs.example.com' },
  },
]

describe.skipIf(hasNoBrowser).each(attacks)('the script of an integration, if $name', ({ environment }) => {
  let api: TestApp
  let browser: Browser
  let apart: TestApp
  const owners: SiteOwner[] = []
  beforeAll(async () => {
    api = await startApp()
    apart = await startApp({
      sharing: api,
      environment: { SITES_URL: SITES, PUBLIC_URL: 'http://api.example.com', ...environment },
    })
    const { port } = new URL(apart.origin)
    browser = await launchBrowser([
      `pages.example.com 127.0.0.1:${port}`,
      `*.docs.example.com 127.0.0.1:${port}`,
    ])
    for (const title of ['Victim', 'Attacker']) {
      const organization = await api.build.buildOrganization({ title })
      const admin = await api.build.buildPerson({ organizationId: organization.id, role: 'admin' })
      owners.push(new SiteOwner(api, organization.id, admin))
    }
  })
  afterAll(async () => {
    await browser?.close()
    await apart?.close()
    await api?.close()
  })

  it('does not read the protected site of another organization', async () => {
    const [victim, attacker] = owners as [SiteOwner, SiteOwner]
    const plans = await victim.space('Plans', [page('Plans', SECRET)])
    const target = await victim.site([plans.id])
    await target.send('PATCH', '', { visibility: 'visitor-auth' })
    const bait = await attacker.site([(await attacker.space('Bait', [page('Bait', 'Hello.')])).id])
    const tab = await browser.newPage()
    // The reader signs in to the site of the victim, and then opens that of the attacker.
    await tab.goto(`${SITES}${target.base}/?jwt_token=${await target.token({})}`)
    expect(await tab.textContent('main')).toContain(SECRET)
    const address = tab.url()
    await attacker.send('POST', '/integrations/spy', {
      organization: attacker.org,
      title: 'Spy',
      description: 'Reads other sites.',
      script: attackOn(address),
      scopes: ['site:script:inject'],
    })
    const { id } = await attacker.send('POST', '/integrations/spy/installations', {
      organization: attacker.org,
    })
    await attacker.send('POST', `/integrations/spy/installations/${id}/sites`, { siteId: bait.id })
    await tab.goto(`${SITES}${bait.base}/`)
    const isLoaded = (await tab.locator('script[src*="~scripts"]').count()) > 0
    if (isLoaded) await tab.waitForFunction(() => /^(read|refused) /.test(document.title))
    expect([isLoaded, await tab.title()]).toEqual(
      'SITES_HOST_PATTERN' in environment ? [true, 'refused TypeError'] : [false, 'Bait | Docs'],
    )
  })
})
