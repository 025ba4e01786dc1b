import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { petsDocument, petsText } from '../publishing/rendering/pets-document.ts'
import { rendered, specsOf } from '../publishing/rendering/samples.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { StaticSite } from './static-site.ts'

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

describe.skipIf(hasNoBrowser)(`operations of an API are tried on the page${browserNote}`, () => {
  let site: StaticSite
  let browser: Browser
  let url: string
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([StaticSite.start(), launchBrowser()])
    url = site.add('api', rendered(petsText, { specs: specsOf(petsText, petsDocument), canTry: true }), {
      connectOrigins: ['https://eu.example.com'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  async function opened(answer: (route: Route) => Promise<void>): Promise<{ page: Page; loaded: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.route('https://eu.example.com/**', answer)
    await page.goto(url)
    await page.waitForLoadState('networkidle')
    return { page, loaded }
  }

  const open = async (page: Page) => {
    await page.locator('[data-try]').first().click()
    return page.locator('dialog[open]')
  }

  it('with a script that is loaded then, and credentials that stay in the tab', async () => {
    const sent: {
      url: string
      token: string | undefined
      body: string | null
      cookie: string | undefined
    }[] = []
    const { page, loaded } = await opened(async (route) => {
      const request = route.request()
      const headers = request.headers()
      if (request.method() !== 'OPTIONS') {
        const { authorization: token, cookie } = headers
        sent.push({ url: request.url(), token, body: request.postData(), cookie })
      }
      await route.fulfill({ status: 201, headers: CORS, json: { created: true } })
    })
    const before = loaded.filter((each) => each.endsWith('.js')).length
    const form = await open(page)
    await form.waitFor()
    expect(loaded.filter((each) => each.endsWith('.js'))).toHaveLength(before + 1)
    await form.getByLabel(/^Authorization/).fill('secret')
    await form.getByLabel(/^id/).fill('a/b')
    await form.getByLabel(/^limit/).fill('5')
    await form.getByLabel(/^Body/).fill('{"name":"Rex"}')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('201').waitFor()
    expect(await form.locator('pre').textContent()).toBe('{\n  "created": true\n}')
    expect(sent).toEqual([
      {
        url: 'https://eu.example.com/v1/pets/a%2Fb?limit=5',
        token: 'Bearer secret',
        body: '{"name":"Rex"}',
        cookie: undefined,
      },
    ])
    await page.reload()
    const again = await open(page)
    expect(await again.getByLabel(/^Authorization/).inputValue()).toBe('secret')
    const { page: other } = await opened((route) => route.abort())
    const apart = await open(other)
    expect(await apart.getByLabel(/^Authorization/).inputValue()).toBe('')
  })

  it('and a server that does not answer, or does not allow it, is told', async () => {
    const { page } = await opened((route) => route.abort())
    const form = await open(page)
    await form.getByLabel(/^id/).fill('1')
    await form.getByLabel(/^limit/).fill('5')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('The server did not answer').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
  })
})
