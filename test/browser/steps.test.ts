import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { crawl, hasNoBrowser, launchBrowser, openTab } from '../support/browser.ts'
import { type PublishedSiteInTest, page, SiteOwner } from '../support/published-sites.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let browser: Browser
let owner: SiteOwner
let guide: { id: string; pages: string[] }

/** Opens a tab, and closes it after the work. No error may be reported in it. */
async function inTab(work: (tab: Page) => Promise<void>): Promise<void> {
  const { page: tab, complaints } = await openTab(browser)
  try {
    await work(tab)
    // The browser also reports a 404 that a test expects.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  } finally {
    await tab.close()
  }
}

const addressOf = (site: PublishedSiteInTest, path: string) => `${t.origin}${site.base}${path}`

describe.skipIf(hasNoBrowser)('a newcomer', () => {
  beforeAll(async () => {
    t = await startApp()
    browser = await launchBrowser()
    // As the first start does: an organization, a token, and a space with a guide.
    const { token = '' } = await bootstrap(t.db.database, { token: undefined, now: new Date() })
    const items = async (path: string) => {
      const { body } = await callRest(t, { token }, 'GET', path)
      return (body as { items: { id: string }[] }).items
    }
    const [organization] = await items('/orgs')
    owner = new SiteOwner(t, organization?.id ?? '', { token })
    const [space] = await items(`/orgs/${owner.org}/spaces`)
    guide = { id: space?.id ?? '', pages: [] }
  })
  afterAll(async () => {
    await browser?.close()
    await t?.close()
  })

  it('finds no dead link, no page without a title and no error on the site of the first space', () =>
    inTab(async (tab) => {
      const site = await owner.site([guide.id])
      const seen = await crawl(tab, addressOf(site, '/'))
      expect(seen.size).toBeGreaterThan(5)
    }))

  it('switches to the same page of another variant', () =>
    inTab(async (tab) => {
      const one = await owner.space('Version 1', [page('Start'), page('Setup', 'The first setup.')])
      const two = await owner.space('Version 2', [page('Start'), page('Setup', 'The second setup.')])
      const site = await owner.site([one.id, two.id])
      await tab.goto(addressOf(site, '/setup'))
      expect(await tab.textContent('article')).toContain('The first setup.')
      await tab.locator('.header-variants summary').click()
      await tab.locator('.header-variants a', { hasText: 'Version 2' }).click()
      await tab.waitForURL(/\/setup$/)
      expect(await tab.textContent('article')).toContain('The second setup.')
    }))

  it('plays a video on the page, of which nothing is loaded before', () =>
    inTab(async (tab) => {
      const video = await owner.space('Videos', [
        page('Start', '{% embed url="https://youtu.be/abc" %}'),
        page('Text', 'No video.'),
      ])
      const site = await owner.site([video.id])
      const requested: string[] = []
      await tab.route(/^https:\/\/www\.youtube-nocookie\.com\//, (route) => {
        requested.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' })
      })
      const answer = await tab.goto(addressOf(site, '/'))
      const link = tab.getByRole('link', { name: /youtu\.be\/abc/ })
      await link.waitFor()
      expect(requested).toEqual([])
      await link.click()
      await tab.frameLocator('iframe[title="YouTube: youtu.be/abc"]').getByText('The film').waitFor()
      expect(requested).toHaveLength(1)
      const policyOf = (headers: Record<string, string>) =>
        /frame-src ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1]
      expect(policyOf(answer?.headers() ?? {})).toBe("'self' https://www.youtube-nocookie.com")
      expect(policyOf((await tab.goto(addressOf(site, '/text')))?.headers() ?? {})).toBe("'self'")
    }))

  it('reads llms.txt, and follows it to the text of a page', () =>
    inTab(async (tab) => {
      const site = await owner.site([guide.id])
      await tab.goto(addressOf(site, '/llms.txt'))
      const text = (await tab.textContent('body')) ?? ''
      const [, address = ''] = /\]\((\S+\.md)\)/.exec(text) ?? []
      const answer = await tab.request.get(address)
      expect([answer.status(), answer.headers()['content-type']]).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ])
      expect(await answer.text()).toMatch(/^# \S/)
    }))

  it('gets a page as PDF by its link', () =>
    inTab(async (tab) => {
      const site = await owner.site([guide.id])
      await tab.goto(addressOf(site, '/'))
      const href = await tab.locator('a[href*="/~pdf/"]').getAttribute('href')
      const answer = await tab.request.get(`${t.origin}${href}`)
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
      expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
    }))

  it('merges a change, and sees it on reload', () =>
    inTab(async (tab) => {
      const space = await owner.space('Merged', [page('Start', 'Before the merge.')])
      const site = await owner.site([space.id])
      await tab.goto(addressOf(site, '/'))
      expect(await tab.textContent('article')).toContain('Before the merge.')
      const path = `/spaces/${space.id}/change-requests`
      const { id } = await owner.send('POST', path, { subject: 'A change' })
      await owner.send('POST', `${path}/${id}/content`, {
        changes: [
          {
            operation: 'update_page',
            page: space.pages[0],
            document: { markdown: '# Start\n\nAfter the merge.' },
          },
        ],
      })
      await tab.reload()
      expect(await tab.textContent('article')).toContain('Before the merge.')
      await owner.send('POST', `${path}/${id}/merge`, {})
      await tab.reload()
      expect(await tab.textContent('article')).toContain('After the merge.')
    }))

  it('hides a section by a condition, and sees it only with the right token', () =>
    inTab(async (tab) => {
      const beta = await owner.space('Beta', [page('Inside', 'For testers.')])
      const site = await owner.site([])
      await site.send('POST', '/sections', { spaceId: guide.id, title: 'Guide' })
      const { id } = await site.send('POST', '/sections', { spaceId: beta.id, title: 'Laboratory' })
      await site.adapt()
      const tabs = async (address: string) => {
        await tab.goto(address)
        return (await tab.locator('header').allTextContents()).join(' ')
      }
      const home = addressOf(site, '/')
      expect(await tabs(home)).toContain('Laboratory')
      await site.send('PATCH', `/sections/${id}`, { condition: 'visitor.claims.beta === true' })
      expect(await tabs(home)).not.toContain('Laboratory')
      const [wrong, right] = [await site.token({ beta: false }), await site.token({ beta: true })]
      expect(await tabs(`${home}?jwt_token=${wrong}`)).not.toContain('Laboratory')
      expect(await tabs(`${home}?jwt_token=${right}`)).toContain('Laboratory')
      await tab.locator('header a', { hasText: 'Laboratory' }).first().click()
      await tab.getByText('For testers.').waitFor()
    }))
})
