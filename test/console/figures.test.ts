import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

/** `npm run figures:console` on a machine that does nothing else. The suite has no timed assertions. */
const isMeasured = process.env.QUIRE_FIGURES === 'measure'
const MAX_NAVIGATION_MS = 150
const MAX_ARRIVAL_MS = 500
const ROUNDS = 20

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/** Clicks a link of the page, and returns after how many milliseconds the heading is on the screen. */
const navigate = (tab: Page, link: string, heading: string): Promise<number> =>
  tab.evaluate(
    ({ link, heading }) =>
      new Promise<number>((resolve) => {
        const target = [...document.querySelectorAll('a')].find(({ textContent }) =>
          textContent?.trim().endsWith(link),
        )
        if (!target) throw new Error(`There is no link ${link}.`)
        const begun = performance.now()
        const look = () => {
          const isThere = document.querySelector('main h1')?.textContent?.includes(heading)
          // The frame after the one in which it was found: it has been painted.
          if (isThere) requestAnimationFrame(() => resolve(performance.now() - begun))
          else requestAnimationFrame(look)
        }
        target.click()
        look()
      }),
    { link, heading },
  )

const console = isMeasured && !hasNoBrowser ? await start() : undefined

async function start() {
  const { t, other, open } = await consoleForFile()
  return { open, other, ...(await buildHandbook(t)) }
}

/** Prints the percentiles of a figure, and returns them. */
function report(name: string, values: readonly number[], limit: string) {
  const [p50 = 0, p75 = 0, p95 = 0] = [0.5, 0.75, 0.95].map((share) => percentile(values, share))
  const shown = [p50, p75, p95].map((value) => value.toFixed(0))
  process.stdout.write(
    `${name}, ${values.length} times: p50 ${shown[0]} ms, p75 ${shown[1]} ms, p95 ${shown[2]} ms (limit: ${limit})\n`,
  )
  return { p75, p95 }
}

/** When the text is on the screen, by the clock of the machine. */
const shownAt = (tab: Page, text: string): Promise<number> =>
  tab.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('main')?.textContent?.includes(text))
            requestAnimationFrame(() => resolve(Date.now()))
          else requestAnimationFrame(look)
        }
        look()
      }),
    text,
  )

it.runIf(console)('a navigation with a warm cache shows its content within 150 ms at p75', async () => {
  if (!console) throw new Error('Nothing is measured.')
  const { ann, space, open } = console
  const { tab } = await open(ann, `s/${space}/install`)
  await tab.getByRole('heading', { level: 1, name: 'Install' }).waitFor()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await navigate(tab, 'Upgrade', 'Upgrade'))
    times.push(await navigate(tab, 'Install', 'Install'))
  }
  // Without the first, which read what the others have.
  const warm = times.slice(2)
  const { p75 } = report('Warm navigation', warm, `p75 ${MAX_NAVIGATION_MS} ms`)
  expect(p75).toBeLessThanOrEqual(MAX_NAVIGATION_MS)
})

it.runIf(console)('a comment of somebody else, on another node, is shown within 500 ms at p95', async () => {
  if (!console) throw new Error('Nothing is measured.')
  const { ann, bo, space, call, open, other } = console
  const { id, number } = await call(ann, 'POST', `/spaces/${space}/change-requests`, { subject: 'Live' })
  const { tab } = await open(bo, `s/${space}/changes/${number}?view=talk`, other)
  await tab.getByRole('heading', { level: 1, name: /Live/ }).waitFor()
  await tab.waitForLoadState('networkidle')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const text = `Comment number ${round}.`
    const shown = shownAt(tab, text)
    const begun = Date.now()
    await call(ann, 'POST', `/spaces/${space}/change-requests/${id}/comments`, { body: { markdown: text } })
    times.push((await shown) - begun)
  }
  const { p95 } = report('Comment of somebody else', times.slice(2), `p95 ${MAX_ARRIVAL_MS} ms`)
  expect(p95).toBeLessThanOrEqual(MAX_ARRIVAL_MS)
})
