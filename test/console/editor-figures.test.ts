import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { field } from './editing.ts'
import { buildHandbook } from './handbook.ts'

/** `npm run figures:console` on a machine that does nothing else. The suite has no timed assertions. */
const isMeasured = process.env.QUIRE_FIGURES === 'measure'
const MAX_KEY_MS = 16
const MAX_OPENING_MS = 300
const WORDS = 20_000
const KEYS = 200

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

const PARAGRAPH = 'The quick brown fox jumps over the **lazy** dog, and then it [sleeps](install.md) a while.'
const LONG = Array.from({ length: WORDS / 16 }, (_, n) =>
  n % 12 === 0 ? `## Part ${n}\n\n${PARAGRAPH}` : PARAGRAPH,
).join('\n\n')

/** What the browser does for each key until the frame is laid out: the script of the key, and the layout after it. */
const countKeys = (tab: Page) =>
  tab.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    addEventListener(
      'keydown',
      () => {
        const begun = performance.now()
        const channel = new MessageChannel()
        // Arrives after the task of the key, in which the text has changed.
        channel.port1.onmessage = () => {
          const script = performance.now() - begun
          requestAnimationFrame(() => {
            const before = performance.now()
            document.body.getBoundingClientRect()
            times.push(script + performance.now() - before)
          })
        }
        channel.port2.postMessage(null)
      },
      { capture: true },
    )
  })

/** How long the main thread of a tab has worked, in milliseconds of the processor: other programs do not count. */
async function workOf(tab: Page): Promise<() => Promise<number>> {
  const cdp = await tab.context().newCDPSession(tab)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}

const modes = { markdown: '.cm-content', rich: '.ProseMirror' } as const

/** Presses the key that edits, and returns after how many milliseconds the text is on the screen. */
const openFrom = (tab: Page, selector: string) =>
  tab.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const begun = performance.now()
        const look = () =>
          document.querySelector(wanted)?.textContent
            ? requestAnimationFrame(() => resolve(performance.now() - begun))
            : requestAnimationFrame(look)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }))
        look()
      }),
    selector,
  )

/** Runs alone in a file of its own, so that one server is enough for all of them. */
const served = isMeasured && !hasNoBrowser ? await serve() : undefined

async function serve() {
  const { t, open } = await consoleForFile()
  const book = await buildHandbook(t)
  await insertPages(t, book.ann, book.space, [{ title: 'Long', markdown: LONG }])
  return { t, open, ...book }
}

it.runIf(served).each(Object.entries(modes))(
  'a page of 20,000 words opens for editing within 300 ms, and takes 95 percent of keys within 16 ms, in the %s mode',
  { timeout: 180_000 },
  async (mode, selector) => {
    if (!served) throw new Error('Nothing is measured.')
    const { t, open, ann, space } = served
    const person = await open(ann, `s/${space}/install`)
    const { tab } = person
    await tab.evaluate((name) => localStorage.setItem('quire-editor-mode', name), mode)
    await tab.goto(`${t.origin}/app/s/${space}/install?edit`)
    await field(tab).waitFor()
    const openings: number[] = []
    const efforts: number[] = []
    const work = await workOf(tab)
    for (let round = 0; round < 5; round++) {
      await tab.goto(`${t.origin}/app/s/${space}/long`)
      await person.heading('Long')
      await tab.waitForLoadState('networkidle')
      const before = await work()
      openings.push(await openFrom(tab, selector))
      efforts.push((await work()) - before)
    }
    await countKeys(tab)
    await tab.locator(selector).focus()
    await tab.keyboard.press('Control+Home')
    for (let n = 0; n < 30; n++) await tab.keyboard.press('ArrowDown')
    const before = await work()
    await tab.keyboard.type('The words that are typed here. '.repeat(Math.ceil(KEYS / 31)), { delay: 40 })
    const times = await tab.evaluate(() => (window as unknown as { times: number[] }).times.slice(31))
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => percentile(times, share))
    const perKey = ((await work()) - before) / times.length
    const opening = percentile(openings, 0.5)
    process.stdout.write(
      `The ${mode} mode, ${WORDS} words, ${times.length} keys: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; opening: ${openings.map((ms) => ms.toFixed(0)).join(', ')} ms; of the processor: ${perKey.toFixed(1)} ms per key, ${percentile(efforts, 0.5).toFixed(0)} ms to open\n`,
    )
    expect(p95).toBeLessThanOrEqual(MAX_KEY_MS)
    expect(opening).toBeLessThanOrEqual(MAX_OPENING_MS)
  },
)
