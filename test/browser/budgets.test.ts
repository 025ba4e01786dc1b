import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'

const BUDGETS = { cold: 120_000, script: 8_000 }
const TEXT = Array.from(
  { length: 8 },
  (_, at) =>
    `## Part ${at + 1}\n\n${'Some **words** of a text with `code` and a [link](#part-1). '.repeat(12)}`,
).join('\n\n')

describe.skipIf(hasNoBrowser)(`what a page of a site costs its reader${browserNote}`, () => {
  let owner: SiteOwner
  let site: PublishedSiteInTest
  let browser: Browser
  ownSites(async (made) => {
    owner = made
    const space = await owner.space('Guide', [page('Start', TEXT), page('Setup', 'Set it up.')])
    site = await owner.site([space.id])
  })
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it('is at most 120 kB on the first visit, and 8 kB of script before anything is done', async () => {
    const tab = await browser.newPage()
    const network = await tab.context().newCDPSession(tab)
    await network.send('Network.enable')
    const types = new Map<string, string>()
    const sizes: { type: string; bytes: number }[] = []
    network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) =>
      sizes.push({ type: types.get(requestId) ?? '', bytes }),
    )
    await tab.goto(`${owner.t.origin}${site.base}/`)
    await tab.waitForLoadState('networkidle')
    await tab.evaluate(() => document.fonts.ready.then(() => undefined))
    const sum = (wanted: (type: string) => boolean) =>
      sizes.filter(({ type }) => wanted(type)).reduce((all, { bytes }) => all + bytes, 0)
    const figures = { cold: sum(() => true), script: sum((type) => type === 'Script') }
    // The page, its style, two scripts, and two fonts.
    expect(sizes.length).toBeGreaterThanOrEqual(5)
    expect(figures.script).toBeGreaterThan(0)
    for (const [name, most] of Object.entries(BUDGETS)) {
      expect(figures[name as keyof typeof BUDGETS], `${name}: ${JSON.stringify(sizes)}`).toBeLessThan(most)
    }
    await tab.close()
  })
})
