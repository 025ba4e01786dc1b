import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)
const isRequired = process.env.CI === 'true' || process.env.QUIRE_BROWSER === 'required'

/** True if there is no browser, so that tests with one are skipped. */
export const hasNoBrowser = !chromiumPath && !isRequired
export const browserNote = chromiumPath
  ? ''
  : ' (skipped: there is no Chromium here; apt-get install chromium)'

/** A browser that can only access this machine, by its address and by these names for addresses: `name address`. */
export const launchBrowser = (names: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
      `--host-resolver-rules=${[...names.map((name) => `MAP ${name}`), 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(' , ')}`,
    ],
  })

/** Opens a tab, and collects its requests and its errors. */
export async function openTab(
  browser: Browser,
): Promise<{ page: Page; requested: string[]; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(30_000)
  const requested: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page, requested, complaints }
}

/** Opens everything that can be reached below an address. There may be no dead link and no page without a title. */
export async function crawl(tab: Page, home: string): Promise<Set<string>> {
  const [waiting, seen] = [[home], new Set<string>()]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue
    seen.add(url)
    const answer = await tab.request.get(url)
    expect([url, answer.status()]).toEqual([url, 200])
    if (!answer.headers()['content-type']?.startsWith('text/html')) continue
    await tab.goto(url)
    expect(await tab.title(), url).not.toBe('')
    const links = await tab.evaluate(() => [...document.links].map(({ href }) => href.split('#')[0] ?? ''))
    waiting.push(...links.filter((href) => href.startsWith(home)))
  }
  return seen
}
