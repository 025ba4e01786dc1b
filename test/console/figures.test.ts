import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

/** `npm run figures:console` on a machine that does nothing else. The suite has no timed assertions. */
const isMeasured = process.env.QUIRE_FIGURES === 'measure'
const MAX_NAVIGATION_MS = 150
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
  const { t, open } = await consoleForFile()
  return { open, ...(await buildHandbook(t)) }
}

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
  const [p50, p75, p95] = [0.5, 0.75, 0.95].map((share) => percentile(warm, share))
  process.stdout.write(
    `Warm navigation, ${warm.length} times: p50 ${p50?.toFixed(0)} ms, p75 ${p75?.toFixed(0)} ms, p95 ${p95?.toFixed(0)} ms\n`,
  )
  expect(p75).toBeLessThanOrEqual(MAX_NAVIGATION_MS)
})
