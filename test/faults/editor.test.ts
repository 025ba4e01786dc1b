import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Random } from '../attack/random.ts'
import { field } from '../console/editing.ts'
import { Browser } from '../sessions/signing-in.ts'
import { hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { createFactories } from '../support/factories.ts'
import { freePort, rest } from '../support/server-process.ts'
import { nodesOnMortalServer } from './node.ts'

/** How often something fails. `QUIRE_EDITOR_TRIES=200` takes about half an hour. */
const TRIES = Number(process.env.QUIRE_EDITOR_TRIES ?? 20)
/** `QUIRE_EDITOR_SEED` repeats the choices of an earlier run. */
const SEED = Number(process.env.QUIRE_EDITOR_SEED ?? Date.now() % 1_000_000)
const MAX_KEYS = 30
/** Between most keys, and, so that a save comes in between, longer than a save waits for and takes. */
const [SHORT_MS, LONG_MS] = [30, 3_000]
const PATIENCE = { timeout: 120_000, interval: 200 }

const faults = ['tab', 'node', 'database', 'request lost', 'answer lost'] as const
const modes = ['Markdown', 'Rich'] as const

const random = new Random(SEED)
const port = String(await freePort())
// At one port, so that what the browser keeps belongs to every start of the node.
const { server, db, nodes } = await nodesOnMortalServer({ PORT: port })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What a tab shows, once what was typed is on the screen. */
const shownIn = (tab: Page) =>
  tab.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const text = document.querySelector<HTMLElement>('[role=textbox][aria-label^="Text of "]')?.innerText
    const states = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
    return { text: (text ?? '').trim(), isSaved: states.some((state) => /^Saved \d/.test(state ?? '')) }
  })

/** Ends the process of a tab: nothing in it is told. */
async function kill(tab: Page): Promise<void> {
  const cdp = await tab.context().newCDPSession(tab)
  const crashed = new Promise((resolve) => tab.once('crash', resolve))
  cdp.send('Page.crash').catch(() => {})
  await crashed
  await tab.close().catch(() => {})
}

async function editIn(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage()
  tab.setDefaultTimeout(PATIENCE.timeout)
  await tab.goto(path)
  await field(tab).waitFor()
  return tab
}

/** Goes to the end of the text, in one of the modes. */
async function goToEnd(tab: Page, mode: string): Promise<void> {
  await tab.getByRole('button', { name: mode, exact: true }).click()
  await tab.locator(mode === 'Rich' ? '.ProseMirror' : '.cm-content').focus()
  await tab.keyboard.press('Control+End')
}

test.skipIf(hasNoBrowser)(
  'nothing that was shown as saved is lost, and at most the last key of what was not, whatever is killed',
  { timeout: TRIES * 40_000 + 120_000 },
  async () => {
    const build = createFactories(db, { now: () => new Date() })
    const { id: organizationId } = await build.buildOrganization()
    const { token } = await build.buildPerson({ organizationId, role: 'admin' })
    const { id: space } = await build.buildSpace({ organizationId })
    let { process: node, origin } = await nodes.start()
    const path = `/spaces/${space}/content/path/page?format=markdown`
    const stored = async () => String((await rest(origin, path, token)).body.markdown).trim()
    const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Begin.' } }]
    expect((await rest(origin, `/spaces/${space}/content`, token, { changes })).status).toBe(200)
    const session = new Browser({ origin })
    expect((await session.auth('token', { token })).status).toBe(200)

    const browser = await launchBrowser()
    process.stdout.write(`Seed ${SEED}, ${TRIES} tries\n`)
    const counts: Record<string, number> = {}
    let lost = 0
    try {
      const context = await browser.newContext()
      await context.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url: origin })))
      const open = () => editIn(context, `${origin}/app/s/${space}/page?edit`)
      let tab = await open()
      let typed = 'Begin.'

      /** What is shown as saved is on the server. */
      const expectSaved = async (n: number, before: { text: string; isSaved: boolean }) => {
        if (before.isSaved)
          expect((await stored()).startsWith(before.text), `saved before try ${n}`).toBe(true)
      }
      /** Kills the tab, and finds what was typed in the next one. The last key may not have been kept. */
      const killTab = async (n: number, certain: string) => {
        const before = await shownIn(tab).catch(() => ({ text: '', isSaved: false }))
        await kill(tab)
        tab = await open()
        const { text } = await shownIn(tab)
        expect(typed.startsWith(text), `try ${n}: ${text} is not the beginning of ${typed}`).toBe(true)
        expect(text.length, `try ${n}: ${text}, typed ${typed}`).toBeGreaterThanOrEqual(certain.length - 1)
        lost += typed.length - text.length
        typed = text
        await expectSaved(n, before)
      }

      for (let n = 0; n < TRIES; n++) {
        const fault = faults[n % faults.length] as (typeof faults)[number]
        counts[fault] = (counts[fault] ?? 0) + 1
        await goToEnd(tab, random.pick(modes))
        const keys = [...`-${n}${'abcdefghij'.repeat(3)}`].slice(0, 2 + random.below(MAX_KEYS))
        const at = random.below(keys.length)
        let recover = async () => {}
        let before = { text: '', isSaved: false }
        for (const [index, key] of keys.entries()) {
          if (index === at && fault !== 'tab') {
            before = await shownIn(tab)
            recover = await begin(fault)
          }
          const certain = typed
          typed += key
          const pressed = tab.keyboard.press(key).catch(() => {})
          if (index === at && fault === 'tab') {
            await pause(random.below(SHORT_MS))
            await killTab(n, certain)
            break
          }
          await pressed
          await pause(random.chance(0.1) ? random.below(LONG_MS) : random.below(SHORT_MS))
        }
        // A tab that cannot reach its server is killed as well, before or after the server is back.
        if (fault.endsWith('lost') && random.chance(0.5)) await killTab(n, typed)
        await recover()
        await expectSaved(n, before)
        if (random.chance(0.3)) await killTab(n, typed)
        if (random.chance(0.5))
          await expect.poll(stored, { ...PATIENCE, message: `after try ${n}` }).toBe(typed)
        if ((n + 1) % 5 === 0) process.stdout.write(`${n + 1} tries: ${JSON.stringify(counts)}\n`)
      }
      await expect.poll(stored, PATIENCE).toBe(typed)
      process.stdout.write(`${JSON.stringify(counts)}: ${lost} keys lost, none of them saved\n`)

      /** Begins a fault, and returns what ends it. */
      async function begin(fault: (typeof faults)[number]): Promise<() => Promise<void>> {
        switch (fault) {
          case 'node':
            await node.end('SIGKILL')
            return async () => {
              ;({ process: node, origin } = await nodes.start())
            }
          case 'database':
            await server.crash()
            return async () => {
              await server.restart()
              await expect.poll(() => stored().catch(() => ''), PATIENCE).toMatch(/^Begin/)
            }
          default: {
            const cut = tab
            await cut.route('**/graphql', async (route) => {
              if (fault === 'answer lost') await route.fetch().catch(() => {})
              await route.abort().catch(() => {})
            })
            return async () => void (await cut.unroute('**/graphql').catch(() => {}))
          }
        }
      }
    } finally {
      await browser.close()
    }
  },
)
