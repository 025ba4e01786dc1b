import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { failuresOf } from '../support/page-failures.ts'
import { ownSites, type PublishedSiteInTest, page, type SiteOwner } from '../support/published-sites.ts'

const FENCE = '```'
const diagram = (source: string) => `${FENCE}mermaid\n${source}\n${FENCE}`
const KINDS = {
  flowchart:
    'flowchart TD\n  A[Request] --> B{Known?}\n  B -->|Yes| C[Cached page]\n  click A "https://example.com"',
  sequence: 'sequenceDiagram\n  participant A as Reader\n  A->>Site: Opens a page',
  class: 'classDiagram\n  class Page {\n    +String title\n    +render()\n  }',
  state: 'stateDiagram-v2\n  [*] --> Draft\n  Draft --> Published: publish',
  entities: 'erDiagram\n  SITE ||--o{ PAGE : shows',
  gantt: 'gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section One\n  Write : 2026-01-01, 30d',
} as const
const HOSTILE =
  'flowchart TD\n  A["<img src=data:, onerror=parent.document.title=1><script>parent.document.title=2</script>Label"]'

describe.skipIf(hasNoBrowser)(`diagrams on published pages${browserNote}`, () => {
  let owner: SiteOwner
  let site: PublishedSiteInTest
  let browser: Browser
  ownSites(async (made) => {
    owner = made
    const space = await owner.space('Guide', [
      page('Start', 'No diagram.'),
      page('All', Object.values(KINDS).map(diagram).join('\n\n')),
      page('Block', '{% @mermaid/diagram content="graph TD\n  A[In a block] --> B" %}'),
      page('Broken', diagram('flowchart TD\n  A[not closed --> {')),
      page('Hostile', diagram(HOSTILE)),
    ])
    site = await owner.site([space.id])
  })
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  /** Opens a page. Nothing may be requested from elsewhere. */
  async function visit(
    path: string,
    check: (tab: Page) => Promise<void>,
    options: BrowserContextOptions = {},
    isExpected?: RegExp,
  ): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 6000 }, ...options })
    try {
      const tab = await context.newPage()
      const [elsewhere, complaints]: [string[], string[]] = [[], []]
      tab.on('request', (request) => {
        if (!request.url().startsWith(owner.t.origin)) elsewhere.push(request.url())
      })
      tab.on('console', (message) => {
        if (message.type() === 'error' && !isExpected?.test(message.text())) complaints.push(message.text())
      })
      await tab.goto(`${owner.t.origin}${site.base}${path}`)
      await check(tab)
      expect([elsewhere, complaints]).toEqual([[], []])
    } finally {
      await context.close()
    }
  }

  const frameAt = (tab: Page, at = 0) => tab.frameLocator('.drawn iframe').nth(at)
  const drawn = (tab: Page, count = 1) =>
    tab
      .locator('.diagram.drawn')
      .nth(count - 1)
      .waitFor()

  it('are drawn for all common kinds, with their source for programs that read pages aloud', async () => {
    await visit('/all', async (tab) => {
      await drawn(tab, Object.keys(KINDS).length)
      for (const [at, text] of ['Request', 'Reader', 'title', 'Published', 'PAGE', 'Plan'].entries()) {
        expect(await frameAt(tab, at).locator('svg').textContent(), text).toContain(text)
      }
      const { width = 0, height = 0 } = (await tab.locator('.drawn iframe').first().boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThan(100)
      expect(await tab.locator('.diagram pre').first().textContent()).toBe(KINDS.flowchart)
      const link = frameAt(tab).locator('a')
      expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
        '_blank',
        'noopener noreferrer',
      ])
      expect(await failuresOf(tab)).toEqual([])
    })
  })

  it('are drawn where a text has them as a block of an integration', async () => {
    await visit('/block', async (tab) => {
      await drawn(tab)
      expect(await frameAt(tab).locator('svg').textContent()).toContain('In a block')
    })
  })

  it('have the colours of the theme, also of one that is chosen later', async () => {
    await visit(
      '/block',
      async (tab) => {
        await drawn(tab)
        const scheme = () =>
          frameAt(tab)
            .locator('html')
            .evaluate((root) => getComputedStyle(root).colorScheme)
        expect(await scheme()).toBe('dark')
        await tab.emulateMedia({ colorScheme: 'light' })
        await expect.poll(scheme).toBe('light')
      },
      { colorScheme: 'dark' },
    )
  })

  it('are their source if it is not valid, and without scripts', async () => {
    await visit('/broken', async (tab) => {
      await tab.locator('.diagram iframe').waitFor({ state: 'attached' })
      await tab.locator('.diagram iframe').waitFor({ state: 'detached' })
      expect(await tab.getByText('not closed').isVisible()).toBe(true)
    })
    await visit(
      '/block',
      async (tab) => {
        expect(await tab.getByText('In a block').isVisible()).toBe(true)
      },
      { javaScriptEnabled: false },
    )
  })

  it('are their source if drawing does not end', async () => {
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.clock.install()
    await tab.route('**/~assets/drawing/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await tab.goto(`${owner.t.origin}${site.base}/block`)
    await tab.locator('.diagram iframe').waitFor({ state: 'attached' })
    await tab.clock.fastForward(20_000)
    await tab.locator('.diagram iframe').waitFor({ state: 'detached' })
    expect(await tab.getByText('In a block').isVisible()).toBe(true)
    await context.close()
  })

  it('run nothing of what a text contains, in a frame that can reach neither the page nor the site', async () => {
    // The policy of the frame stops a handler while the diagram is drawn, which the browser reports.
    await visit(
      '/hostile',
      async (tab) => {
        await drawn(tab)
        expect(await tab.title()).toContain('Hostile')
        expect(await frameAt(tab).locator('[onerror], script:not([src])').count()).toBe(0)
        const src = await tab.locator('.drawn iframe').getAttribute('src')
        const answer = await tab.request.get(`${owner.t.origin}${src}`)
        const policy = answer.headers()['content-security-policy'] ?? ''
        expect(policy).toContain("default-src 'none'")
        expect(policy).toContain('sandbox allow-scripts')
        expect(policy).not.toContain('allow-same-origin')
        // Also where somebody opens the document of the frame by itself.
        await tab.goto(`${owner.t.origin}${src}`)
        expect(await tab.evaluate(() => origin)).toBe('null')
      },
      {},
      /^Executing inline event handler violates/,
    )
  })

  it('cost pages without one nothing', async () => {
    await visit('/', async (tab) => {
      const scripts = await tab.locator('script[src]').count()
      await tab.goto(`${owner.t.origin}${site.base}/block`)
      expect(await tab.locator('script[src]').count()).toBe(scripts + 1)
    })
  })
})
