import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { crawl, hasNoBrowser, launchBrowser, openTab } from '../support/browser.ts'
import { type PublishedSiteInTest, page, SiteOwner } from '../support/published-sites.ts'

let t: TestApp
let browser: Browser
let owner: SiteOwner
let site: PublishedSiteInTest
let space: { id: string; pages: string[] }

describe.skipIf(hasNoBrowser)('a reader', () => {
  beforeAll(async () => {
    t = await startApp()
    browser = await launchBrowser()
    const organization = await t.build.buildOrganization()
    const admin = await t.build.buildPerson({ organizationId: organization.id, role: 'admin' })
    owner = new SiteOwner(t, organization.id, admin)
    space = await owner.space('Guide', [
      page('Welcome', 'Read the [setup](/welcome/setup).\n\n## Why\n\nBecause.\n\n## How\n\nLike this.', {
        ref: 'welcome',
      }),
      page('Setup', 'Turbines need a setup.\n\n```js\nconst answer = 42\n```', {
        into: 'welcome',
        ref: 'setup',
      }),
      page('Deep', 'At the bottom.', { into: 'setup' }),
      page('Testers', 'For testers.', { condition: 'visitor.claims.beta === true' }),
    ])
    const second = await owner.space('Version 2', [page('Welcome', 'Another version.')])
    site = await owner.site([space.id, second.id])
    await site.adapt()
  })
  afterAll(async () => {
    await browser?.close()
    await t?.close()
  })

  const address = (path: string) => `${t.origin}${site.base}${path}`

  it('opens pages, follows links by keyboard, and goes to the next page', async () => {
    const { page: tab, requested, complaints } = await openTab(browser)
    await tab.goto(address('/'))
    expect(await tab.title()).toContain('Welcome')
    await tab.keyboard.press('Tab')
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('href'))).toMatch(/^#/)
    await tab.locator('article a', { hasText: 'setup' }).first().focus()
    await tab.keyboard.press('Enter')
    await tab.waitForURL(address('/welcome/setup'))
    await tab.locator('a', { hasText: 'Deep' }).last().click()
    await tab.waitForURL(address('/welcome/setup/deep'))
    expect(requested.filter((url) => !url.startsWith(t.origin))).toEqual([])
    expect(complaints).toEqual([])
    await tab.close()
  })

  it('searches with the keyboard', async () => {
    const { page: tab, complaints } = await openTab(browser)
    await tab.goto(address('/'))
    await tab.keyboard.press('/')
    await tab.keyboard.type('turbines')
    await tab.locator('dialog a', { hasText: 'Setup' }).first().waitFor()
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/\/welcome\/setup/)
    expect(complaints).toEqual([])
    await tab.close()
  })

  it('keeps the chosen result when later results arrive', async () => {
    const { page: tab, complaints } = await openTab(browser)
    await tab.goto(address('/'))
    await tab.keyboard.press('/')
    await tab.keyboard.type('turbine')
    await tab.locator('dialog a', { hasText: 'Setup' }).first().waitFor()
    await tab.keyboard.press('ArrowDown')
    const answered = tab.waitForResponse(/q=turbines/)
    // As typed before the arrow was pressed: the answer arrives after it.
    await tab.locator('dialog input').evaluate((input: HTMLInputElement) => {
      input.value = 'turbines'
      input.dispatchEvent(new Event('input'))
    })
    await answered
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/\/welcome\/setup/)
    expect(complaints).toEqual([])
    await tab.close()
  })

  it('switches the theme, which holds on the next page', async () => {
    const { page: tab } = await openTab(browser)
    await tab.goto(address('/'))
    const theme = () => tab.evaluate(() => document.documentElement.dataset.theme)
    await tab.locator('.theme-menu > summary').click()
    await tab.locator('[data-theme-choice=dark]').click()
    expect(await theme()).toBe('dark')
    await tab.goto(address('/welcome/setup'))
    expect(await theme()).toBe('dark')
    await tab.close()
  })

  it('sees a change after a reload', async () => {
    const { page: tab } = await openTab(browser)
    await tab.goto(address('/welcome/setup/deep'))
    await owner.edit(space.id, [
      {
        operation: 'update_page',
        page: space.pages[2],
        document: { markdown: '# Deep\n\nAt the very bottom.' },
      },
    ])
    await tab.reload()
    expect(await tab.textContent('article')).toContain('At the very bottom.')
    await tab.close()
  })

  it('sees a page with a condition only with the right token', async () => {
    const { page: tab } = await openTab(browser)
    // The key of the site is made when it is first read.
    const token = await site.token({ beta: true })
    const status = async (path: string) => (await tab.goto(address(path)))?.status()
    expect(await status('/testers')).toBe(404)
    await tab.goto(`${address('/testers')}?jwt_token=${token}`)
    expect(tab.url()).toBe(address('/testers'))
    expect(await tab.textContent('article')).toContain('For testers.')
    expect(await tab.evaluate(() => document.cookie)).toBe('')
    await tab.close()
  })

  it('finds no dead link, no page without a title and no error on the whole site', async () => {
    const { page: tab, complaints } = await openTab(browser)
    const seen = await crawl(tab, address('/'))
    expect(seen.size).toBeGreaterThan(4)
    expect(complaints).toEqual([])
    await tab.close()
  })
})
