import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileTexts } from '../publishing/rendering/hostile-texts.ts'
import { petsDocument, petsText } from '../publishing/rendering/pets-document.ts'
import { rendered, samplePage, specsOf } from '../publishing/rendering/samples.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { StaticSite } from './static-site.ts'

const everyBlock = readFileSync(new URL('../publishing/rendering/every-block.md', import.meta.url), 'utf8')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const arabic =
  '## مقدمة\n\nهذا نص عربي.\n\n- واحد\n\n{% hint style="warning" %}\nتنبيه\n{% endhint %}\n\n## قسم\n\nنص'

describe.skipIf(hasNoBrowser)(`published pages in a browser${browserNote}`, () => {
  let site: StaticSite
  let browser: Browser
  const urls: Record<string, string> = {}

  beforeAll(async () => {
    ;[site, browser] = await Promise.all([StaticSite.start(), launchBrowser()])
    urls.blocks = site.add('blocks', rendered(everyBlock))
    urls.arabic = site.add('arabic', rendered(arabic), { title: 'صفحة' }, { lang: 'ar', dir: 'rtl' })
    urls.hostile = site.add(
      'hostile',
      rendered(hostileTexts.map(([, text]) => text.slice(0, 3_000)).join('\n\n')),
    )
    urls.api = site.add('api', rendered(petsText, { specs: specsOf(petsText, petsDocument), canTry: true }))
    urls.missing = site.addProblem(404, 'notFound')
    urls.locked = site.addProblem(401, 'keyNeeded')
    urls.away = site.addProblem(503, 'unavailable')
    const cover = { light: { href: '/~files/1/file.png', width: 800, height: 400 }, yPos: 40 }
    for (const coverSize of ['hero', 'full', 'background'] as const) {
      const { layout } = samplePage()
      const document = rendered('## Words\n\nText below a cover.')
      urls[coverSize] = site.add(coverSize, document, { cover, layout: { ...layout, coverSize } })
    }
    const many = 'A paragraph.\n\n'.repeat(40)
    const tabs = (text: string) =>
      `{% tabs %}\n{% tab title="One" %}\nShort.\n{% endtab %}\n\n{% tab title="Two" %}\n${text}{% endtab %}\n{% endtabs %}\n\n`
    urls.tabs = site.add('tabs', rendered(`${tabs(many)}${many}${tabs('Short.\n')}${many}`))
    urls.search = site.addSearch('token')
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  async function visit<Result>(
    name: string,
    options: BrowserContextOptions,
    check: (page: Page, complaints: string[], requested: string[]) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    try {
      const page = await context.newPage()
      const complaints: string[] = []
      const requested: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('request', (request) => requested.push(new URL(request.url()).origin))
      await page.goto(urls[name] ?? '')
      await page.waitForLoadState('networkidle')
      return await check(page, complaints, requested)
    } finally {
      await context.close()
    }
  }

  const kinds = [
    'blocks',
    'api',
    'arabic',
    'missing',
    'locked',
    'away',
    'search',
    'hero',
    'full',
    'background',
  ]
  const looks = [320, 1280].flatMap((width) =>
    (['light', 'dark'] as const).map((theme) => [width, theme] as const),
  )

  it.each(looks)(
    'have no accessibility violations and fit the screen: %i px, %s',
    async (width, colorScheme) => {
      for (const name of kinds) {
        const options = { viewport: { width, height: 800 }, colorScheme, bypassCSP: true }
        await visit(name, options, async (page) => {
          await page.evaluate(axe)
          const found = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(rules)} })`)) as {
            violations: { id: string; nodes: { html: string }[] }[]
          }
          const violations = found.violations.map(
            ({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html.slice(0, 200)}`,
          )
          expect(violations).toEqual([])
          const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
          expect(isWider, `${name} is wider than the screen`).toBe(false)
        })
      }
    },
  )

  it('load nothing from elsewhere, report no errors and do not move while they load', async () => {
    await visit('blocks', {}, async (page, complaints, requested) => {
      const shift = await page.evaluate(
        `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({ type: 'layout-shift', buffered: true }) || setTimeout(() => resolve(0), 300))`,
      )
      // On a slow machine, the browser can paint the header before it has read all of it: 0.003. Good is up to 0.1.
      expect(shift).toBeLessThan(0.01)
      expect(complaints).toEqual([])
      expect(new Set(requested)).toEqual(new Set([site.origin]))
      // The page, two scripts, the style, an image, and the fonts of texts and of code.
      expect(requested.length).toBeLessThanOrEqual(8)
    })
  })

  it('run no script of a hostile text', async () => {
    await visit('hostile', {}, async (page, complaints, requested) => {
      expect(complaints).toEqual([])
      expect(new Set(requested)).toEqual(new Set([site.origin]))
      const scripts = await page.evaluate(
        `[...document.scripts].map((script) => script.getAttribute('src') ?? script.textContent)`,
      )
      expect(scripts).toHaveLength(2)
    })
  })

  it('are readable without a script', async () => {
    await visit('blocks', { javaScriptEnabled: false }, async (page) => {
      for (const text of ['Text in Python.', 'Welcome', 'Write a page']) {
        expect(await page.getByText(text).first().isVisible(), text).toBe(true)
      }
      expect(await page.locator('.panel-title').first().isVisible()).toBe(true)
      expect(await page.locator('.js-only').first().isVisible()).toBe(false)
    })
  })

  it('can be used by keyboard: skip link, tabs, search', async () => {
    await visit('blocks', {}, async (page) => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.className')).toBe('skip')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')
      await page.getByRole('tab', { name: 'JavaScript' }).focus()
      await page.keyboard.press('ArrowRight')
      expect(await page.getByText('Text in Python.').isVisible()).toBe(true)
      await page.keyboard.press('/')
      const field = page.getByRole('combobox')
      await field.fill('token')
      await page.getByRole('option', { name: /^Tokens/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Tokens')
      await page.keyboard.press('Escape')
      expect(await field.isVisible()).toBe(false)
      await page.keyboard.press('Control+k')
      expect(await field.isVisible()).toBe(true)
    })
  })

  it('keep a chosen tab where it is when tabs above it change their height', async () => {
    await visit('tabs', {}, async (page) => {
      // Some browsers keep the position by themselves.
      await page.evaluate(() => {
        document.documentElement.style.overflowAnchor = 'none'
      })
      const tab = page.getByRole('tab', { name: 'Two' }).last()
      await tab.scrollIntoViewIfNeeded()
      const before = await tab.boundingBox()
      await tab.click()
      expect(await page.getByRole('tab', { name: 'Two', selected: true }).count()).toBe(2)
      expect((await tab.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
    })
  })

  it('keep the theme that a reader chooses', async () => {
    await visit('blocks', { colorScheme: 'light' }, async (page) => {
      const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
      const light = await background()
      const choose = async (name: string) => {
        await page.locator('.theme-menu > summary').click()
        await page.getByRole('button', { name }).click()
      }
      await choose('Dark')
      const dark = await background()
      expect(dark).not.toBe(light)
      await page.reload()
      expect(await background()).toBe(dark)
      await choose('System')
      expect(await background()).toBe(light)
    })
  })

  it('load a branch of the navigation when it is opened', async () => {
    await visit('blocks', {}, async (page) => {
      const toggle = page.getByRole('button', { name: 'Show pages below “Import”' })
      await toggle.click()
      await page.getByRole('link', { name: 'Late' }).waitFor()
      expect(await toggle.getAttribute('aria-expanded')).toBe('true')
      await toggle.click()
      expect(await page.getByRole('link', { name: 'Late' }).isVisible()).toBe(false)
    })
  })

  it('have the navigation in a drawer on narrow screens', async () => {
    await visit('blocks', { viewport: { width: 360, height: 700 } }, async (page) => {
      expect(await page.locator('.sidebar').isVisible()).toBe(false)
      await page.getByRole('link', { name: 'Menu' }).click()
      expect(await page.getByRole('dialog').getByRole('link', { name: 'Welcome' }).isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      expect(await page.getByRole('dialog').count()).toBe(0)
    })
  })

  it('enlarge images in a dialog', async () => {
    await visit('blocks', {}, async (page) => {
      await page
        .getByRole('button', { name: /Enlarge the image/ })
        .first()
        .click()
      expect(await page.getByRole('dialog').isVisible()).toBe(true)
      await page.keyboard.press('Escape')
      expect(await page.getByRole('dialog').count()).toBe(0)
    })
  })
})
