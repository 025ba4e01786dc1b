import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contrast } from '../../src/modules/site-rendering/theme/colour.ts'
import { defaultCustomization } from '../../src/modules/sites/customization/defaults.ts'
import { petsDocument, petsText } from '../publishing/rendering/pets-document.ts'
import { rendered, samplePage, specsOf } from '../publishing/rendering/samples.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { StaticSite } from './static-site.ts'

const words = 'Some words of a paragraph that is long enough for a line or two of the text.\n\n'
const long = ['One', 'Two', 'Three', 'Four'].map((title) => `## ${title}\n\n${words.repeat(8)}`).join('')
const tabs =
  '{% tabs %}\n{% tab title="Python" %}\nIn Python.\n{% endtab %}\n\n{% tab title="Go" %}\nIn Go.\n{% endtab %}\n{% endtabs %}\n\n'
const blocks = `${tabs}\`\`\`js\nconst first = 'a line of code that is longer than the screen of a phone is wide'\n\`\`\`\n\n<details>\n\n<summary>More</summary>\n\nInside of it.\n\n</details>\n\n| Name | Description |\n| --- | --- |\n| token | ${words.trim()} |\n\nنص عربي في صفحة إنجليزية.\n`

describe.skipIf(hasNoBrowser)(`the layout of published pages${browserNote}`, () => {
  let browser: Browser
  let site: StaticSite
  let bold: StaticSite
  const urls: Record<string, string> = {}

  beforeAll(async () => {
    ;[browser, site, bold] = await Promise.all([
      launchBrowser(),
      StaticSite.start(),
      StaticSite.start({
        ...defaultCustomization,
        styling: { ...defaultCustomization.styling, theme: 'bold' },
        header: { preset: 'bold', links: [] },
      }),
    ])
    urls.long = site.add('long', rendered(long))
    urls.short = site.add('short', rendered(words))
    urls.blocks = site.add('blocks', rendered(blocks))
    const { layout } = samplePage()
    urls.wide = site.add('wide', rendered(words), { layout: { ...layout, width: 'wide' } })
    urls.api = site.add('api', rendered(petsText, { specs: specsOf(petsText, petsDocument) }))
    const nav = Array.from({ length: 60 }, (_, at) => ({
      id: `p${at}`,
      title: `Page ${at}`,
      href: '/x',
      kind: 'page' as const,
      isCurrent: at === 50,
      isOpen: false,
      children: [],
    }))
    urls.many = site.add('many', rendered(words), { nav })
    urls.bold = bold.add('bold', rendered(words))
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all([site?.close(), bold?.close()])
  })

  async function visit<Result>(
    name: string,
    options: BrowserContextOptions,
    check: (page: Page) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 800 }, ...options })
    try {
      const page = await context.newPage()
      await page.goto(urls[name] ?? '')
      return await check(page)
    } finally {
      await context.close()
    }
  }

  const phone = { viewport: { width: 390, height: 700 } }
  const current = (page: Page) => page.locator('.outline a[data-current]').textContent()

  it.each(['light', 'dark'] as const)('a bold header shows its controls: %s', async (colorScheme) => {
    await visit('bold', { colorScheme }, async (page) => {
      const colours = (await page.evaluate(`(() => {
        const hex = (text) => '#' + text.match(/\\d+/g).slice(0, 3).map((n) => Number(n).toString(16).padStart(2, '0')).join('')
        const style = (selector) => getComputedStyle(document.querySelector(selector))
        return {
          header: hex(style('.site-header').backgroundColor),
          button: hex(style('.site-header .button.primary').backgroundColor),
          label: hex(style('.site-header .button.primary').color),
          chevron: hex(style('.header-links summary .icon').stroke),
          tab: hex(style('.section-tab[aria-current]').borderBottomColor),
        }
      })()`)) as Record<'header' | 'button' | 'label' | 'chevron' | 'tab', string>
      for (const part of ['button', 'chevron', 'tab'] as const) {
        expect(contrast(colours[part], colours.header), part).toBeGreaterThanOrEqual(3)
      }
      expect(contrast(colours.label, colours.button)).toBeGreaterThanOrEqual(4.5)
    })
  })

  it.each([1024, 1280, 1440, 2560])(
    'the text begins at the same place on all pages: %i px',
    async (width) => {
      const places = []
      for (const name of ['long', 'short', 'wide', 'api']) {
        const options = { viewport: { width, height: 800 } }
        places.push(await visit(name, options, async (page) => (await page.locator('h1').boundingBox())?.x))
      }
      expect(new Set(places).size).toBe(1)
    },
  )

  it('the drawer of a phone opens at the current page, with its close button on the screen', async () => {
    await visit('many', phone, async (page) => {
      await page.getByRole('link', { name: 'Menu' }).click()
      const close = await page.getByRole('dialog').getByRole('button', { name: 'Close' }).boundingBox()
      expect(close?.y).toBeGreaterThanOrEqual(0)
      expect((close?.y ?? 0) + (close?.height ?? 0)).toBeLessThan(60)
      const link = await page.getByRole('dialog').getByRole('link', { name: 'Page 50' }).boundingBox()
      expect(link?.y).toBeLessThan(700)
    })
  })

  it('the copy button of a phone covers no code, and tables keep their descriptions readable', async () => {
    await visit('blocks', { ...phone, hasTouch: true, isMobile: true }, async (page) => {
      const copy = await page.locator('.copy').first().boundingBox()
      const code = await page.locator('.code code').first().boundingBox()
      expect((copy?.y ?? 0) + (copy?.height ?? 0)).toBeLessThanOrEqual(code?.y ?? 0)
      expect((await page.locator('td.long').boundingBox())?.width).toBeGreaterThanOrEqual(240)
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
      await page.evaluate(`document.documentElement.dir = 'rtl'`)
      const [button, figure] = await Promise.all([
        page.locator('.copy').first().boundingBox(),
        page.locator('.code').first().boundingBox(),
      ])
      expect(button?.x).toBeGreaterThan((figure?.x ?? 0) + (figure?.width ?? 0) / 2)
    })
  })

  it('the outline marks the heading of a jump, and the last one at the foot', async () => {
    await visit('long', { viewport: { width: 1440, height: 600 } }, async (page) => {
      expect(await current(page)).toBe('One')
      await page.locator('.outline').getByRole('link', { name: 'Three' }).click()
      await expect.poll(() => current(page)).toBe('Three')
      await page.mouse.move(600, 300)
      await page.mouse.wheel(0, 100_000)
      await expect.poll(() => current(page)).toBe('Four')
      await page.mouse.wheel(0, -100_000)
      await expect.poll(() => current(page)).toBe('One')
    })
  })

  it.each([390, 1024])(
    'the outline is a menu where there is no room beside the text: %i px',
    async (width) => {
      await visit('long', { viewport: { width, height: 700 } }, async (page) => {
        const toggle = page.getByRole('button', { name: 'On this page' })
        const link = page.locator('.outline').getByRole('link', { name: 'Two' })
        expect(await link.isVisible()).toBe(false)
        await toggle.click()
        await link.click()
        expect(await link.isVisible()).toBe(false)
        expect(new URL(page.url()).hash).toBe('#two')
      })
    },
  )

  it('the outline of an OpenAPI page lists its operations', async () => {
    await visit('api', {}, async (page) => {
      await page.getByRole('button', { name: 'On this page' }).click()
      const links = page.locator('.outline a')
      expect(await links.count()).toBeGreaterThan(1)
      await links.last().click()
      expect(await page.locator(':target').isVisible()).toBe(true)
    })
  })

  it('a tab that was chosen on one page is chosen on the next', async () => {
    await visit('blocks', {}, async (page) => {
      await page.getByRole('tab', { name: 'Go' }).click()
      await page.goto(urls.blocks ?? '')
      expect(await page.getByText('In Go.').isVisible()).toBe(true)
      expect(await page.getByText('In Python.').isVisible()).toBe(false)
    })
  })

  it('an announcement that was closed stays closed', async () => {
    await visit('short', {}, async (page) => {
      const announcement = page.getByRole('region', { name: 'Announcement' })
      await announcement.getByRole('button', { name: 'Close' }).click()
      expect(await announcement.isVisible()).toBe(false)
      await page.goto(urls.long ?? '')
      expect(await announcement.isVisible()).toBe(false)
    })
  })

  it('menus are as wide as their buttons, and their chevrons point down when they are open', async () => {
    await visit('short', {}, async (page) => {
      const menu = page.locator('.header-variants .variants-menu').first()
      await menu.locator('summary').click()
      const [button, list] = await Promise.all([
        menu.locator('summary').boundingBox(),
        menu.locator('ul').boundingBox(),
      ])
      expect(list?.width).toBeGreaterThanOrEqual(button?.width ?? Number.POSITIVE_INFINITY)
      expect(await menu.locator('.icon').evaluate((icon) => getComputedStyle(icon).rotate)).toBe('none')
    })
  })

  it('print shows what is closed, and whole tables', async () => {
    await visit('blocks', {}, async (page) => {
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
      expect(await page.getByText('Inside of it.').isVisible()).toBe(true)
      expect(await page.locator('.table').evaluate((table) => getComputedStyle(table).overflowX)).toBe(
        'visible',
      )
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
      await page.emulateMedia({ media: 'screen' })
      expect(await page.getByText('Inside of it.').isVisible()).toBe(false)
    })
  })

  it('a paragraph in Arabic has its own direction on an English page', async () => {
    await visit('blocks', {}, async (page) => {
      const direction = await page.getByText('نص عربي').evaluate((text) => getComputedStyle(text).direction)
      expect(direction).toBe('rtl')
    })
  })

  it('Enter opens a result of the words that were typed, also before their answer', async () => {
    await visit('blocks', {}, async (page) => {
      let answer = () => {}
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/~search?*', async (route) => {
        const query = new URL(route.request().url()).searchParams.get('q') ?? ''
        if (query === 'second') await isAnswered
        const href = query === 'second' ? '/short.html' : '/long.html'
        const result = { title: `The ${query} page`, href, path: [], passages: [] }
        await route.fulfill({ json: { results: [result], suggestions: [] } })
      })
      await page.keyboard.press('/')
      const field = page.getByRole('combobox')
      await field.fill('first')
      await page.getByRole('option', { name: 'The first page' }).waitFor()
      expect(await page.locator('.search-list mark').textContent()).toBe('first')
      await field.fill('second')
      await page.keyboard.press('Enter')
      expect(await page.getByRole('status').textContent()).toBe('Searching…')
      expect(await page.locator('.search-list').getAttribute('aria-busy')).toBe('true')
      expect(page.url()).toBe(urls.blocks)
      answer()
      await page.waitForURL('**/short.html')
    })
  })

  it('the search offers pages before anything is typed, and marks the one of the arrows', async () => {
    await visit('long', {}, async (page) => {
      await page.keyboard.press('/')
      expect(await page.getByRole('option').first().textContent()).toBe('Welcome')
      await page.keyboard.press('ArrowDown')
      const field = page.getByRole('combobox')
      const active = await field.getAttribute('aria-activedescendant')
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
      await page.goto(urls.short ?? '')
      await page.keyboard.press('/')
      expect(await page.getByRole('option').first().getAttribute('href')).toBe('/long.html')
    })
  })
})
