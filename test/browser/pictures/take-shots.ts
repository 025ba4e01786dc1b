import type { Page } from 'playwright-core'
import { failuresOf, isWiderThanWindow } from '../../support/page-failures.ts'
import type { TakenPicture } from '../../support/pictures/kept-pictures.ts'
import { shoot, shootSettled } from '../../support/pictures/settled.ts'
import type { PublishedSiteInTest } from '../../support/published-sites.ts'
import { SETTLED } from './settling.ts'
import type { Shot } from './shots.ts'
import type { Look } from './site.ts'

async function settle(tab: Page): Promise<void> {
  await tab.waitForLoadState('networkidle')
  await tab.evaluate(SETTLED)
}

/** The explorer is a program in an editor. Its tabs contain the buttons that close them. */
async function settleExplorer(tab: Page): Promise<void> {
  await tab.locator('.graphiql-query-editor .monaco-editor').waitFor()
  await tab.waitForLoadState('networkidle')
}
const isKnown = ({ scene }: Shot, failure: string) =>
  scene === 'explorer' && failure.startsWith('nested-interactive')

/**
 * Takes pictures of whole pages, and collects what is wrong with each: that it is wider than the window, and rules of
 * axe, which are checked once for each page and theme.
 */
export async function* takeShots(
  tab: Page,
  origin: string,
  sites: Record<Look, PublishedSiteInTest>,
  shots: readonly Shot[],
  problems: string[],
): AsyncGenerator<TakenPicture> {
  const checked = new Set<string>()
  await tab.emulateMedia({ reducedMotion: 'reduce' })
  for (const shot of shots) {
    const { scene, place, path, width, theme } = shot
    const name = `${scene}-${place}-${width}-${theme}`
    const base = place === 'server' ? '' : sites[place].base
    await tab.emulateMedia({ colorScheme: theme })
    await tab.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    await tab.goto(`${origin}${base}${path}`)
    const prepare = () => (scene === 'explorer' ? settleExplorer(tab) : settle(tab))
    await prepare()
    const take = () => shoot(tab, true)
    yield {
      name,
      png: await take(),
      again: () => shootSettled(take, prepare),
      isCompared: place !== 'server',
    }
    const page = `${scene} ${place} ${theme}`
    const failures = checked.has(page) ? await isWiderThanWindow(tab) : await failuresOf(tab)
    checked.add(page)
    problems.push(
      ...failures.filter((failure) => !isKnown(shot, failure)).map((failure) => `${name}: ${failure}`),
    )
  }
}
