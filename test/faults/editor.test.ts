import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signedIn } from '../sessions/signing-in.ts'
import { startApp } from '../support/app.ts'
import { hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { callRest } from '../support/rest-api.ts'

/** How often a tab is killed or cut off. A run of 200 takes about fifteen minutes. */
const TRIES = Number(process.env.QUIRE_EDITOR_TRIES ?? 20)
const MAX_PAUSE_MS = 3_000

const t = await startApp()
afterAll(() => t.close())

const field = (tab: Page) => tab.getByRole('textbox', { name: /^Text of / })
const words = async (tab: Page) => (await field(tab).innerText()).trim().split(/\s+/)

/** Ends the process of a tab: nothing in it is told. */
async function crash(tab: Page): Promise<void> {
  const cdp = await tab.context().newCDPSession(tab)
  const crashed = new Promise((resolve) => tab.once('crash', resolve))
  cdp.send('Page.crash').catch(() => {})
  await crashed
}

async function opened(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  tab.setDefaultTimeout(60_000)
  await tab.goto(`${t.origin}${path}`)
  await field(tab).waitFor()
  await tab.keyboard.press('Control+End')
  return tab
}

/** Cuts a tab off from its server for a while, before or after the server has received what it sends. */
async function cutOff(tab: Page, isReceived: boolean): Promise<void> {
  await tab.route('**/graphql', async (route) => {
    if (isReceived) await route.fetch().catch(() => {})
    await route.abort().catch(() => {})
  })
}

test.skipIf(hasNoBrowser)(
  'a tab that is killed or cut off at random points loses nothing that was shown as saved, and at most one key',
  { timeout: TRIES * 15_000 + 60_000 },
  async () => {
    const { id: organizationId } = await t.build.buildOrganization()
    const person = await t.build.buildPerson({ organizationId, role: 'admin' })
    const { id: space } = await t.build.buildSpace({ organizationId })
    const [page = ''] = await insertPages(t, person, space, [{ title: 'Page', markdown: 'Begin.\n' }])
    const stored = async () => {
      const { body } = await callRest(
        t,
        person,
        'GET',
        `/spaces/${space}/content/page/${page}?format=markdown`,
      )
      return String((body as { markdown: string }).markdown)
    }
    const browser = await launchBrowser()
    try {
      const context = await browser.newContext()
      const { browser: session } = await signedIn(t, person.user.id, undefined, 'Ann')
      const cookies = [...session.cookies].map(([name, value]) => ({ name, value, url: `${t.origin}/` }))
      await context.addCookies(cookies)
      const path = `/app/s/${space}/page?edit`
      let tab = await opened(context, path)
      const expected = ['Begin.']
      for (let n = 0; n < TRIES; n++) {
        const kind = ['killed', 'cut off', 'cut off after'][n % 3]
        if (kind !== 'killed') await cutOff(tab, kind === 'cut off after')
        await tab.keyboard.insertText(` w${n}`)
        expected.push(`w${n}`)
        await tab.evaluate((ms) => new Promise((go) => setTimeout(go, ms)), Math.random() * MAX_PAUSE_MS)
        const isSaved = await tab.getByText(/^Saved \d/).isVisible()
        if (isSaved) expect((await stored()).split(/\s+/), `saved before ${n}`).toContain(`w${n}`)
        await crash(tab)
        await tab.close().catch(() => {})
        tab = await opened(context, path)
        const shown = await words(tab)
        // At most the last key, which is a word here.
        if (shown.length < expected.length) expected.pop()
        expect(shown, `after try ${n}, ${kind}`).toEqual(expected)
      }
      await expect
        .poll(async () => (await stored()).trim().split(/\s+/), { timeout: 60_000 })
        .toEqual(expected)
      process.stdout.write(`${TRIES} tries, ${TRIES + 1 - expected.length} words lost that were not saved\n`)
    } finally {
      await browser.close()
    }
  },
)
