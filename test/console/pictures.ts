import type { Page } from 'playwright-core'
import type { Theme } from '../support/pictures/kept-pictures.ts'
import { shoot, shootSettled, twoFrames } from '../support/pictures/settled.ts'

/** A screen and what is done before the picture is taken. */
export interface Scene {
  name: string
  /** Below `/app/`. */
  path: string
  prepare?: (tab: Page) => Promise<unknown>
}

export const WIDTHS = [390, 768, 1280, 1920] as const

const untilRead = (tab: Page) => tab.waitForFunction(() => document.querySelector('[data-waiting]') === null)

/** Nothing moves, blinks or waits in a picture. */
async function settle(tab: Page): Promise<void> {
  await tab.getByRole('heading', { level: 1 }).first().waitFor()
  await tab.waitForLoadState('networkidle')
  await untilRead(tab)
  await tab.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Opens a scene, and waits until nothing of it changes. */
export async function openScene(tab: Page, origin: string, { path, prepare }: Scene): Promise<void> {
  await tab.emulateMedia({ reducedMotion: 'reduce' })
  await tab.goto(`${origin}/app/${path}`)
  await settle(tab)
  if (prepare) {
    await prepare(tab)
    await settle(tab)
  }
}

/** How a picture is taken. */
export interface Shot {
  width: number
  theme: Theme
}

/** A picture as PNG. */
export interface Picture extends Shot {
  png: Buffer
  /** Takes it once more, when two in a row are the same: the screen may not have been settled. */
  again: () => Promise<Buffer>
}

/** Opens a scene once, and takes its pictures: the page follows the width and the theme of the window. */
export async function* takePictures(
  tab: Page,
  origin: string,
  scene: Scene,
  shots: readonly Shot[],
): AsyncGenerator<Picture> {
  const [first] = shots
  await tab.setViewportSize({ width: first?.width ?? 1280, height: 900 })
  await openScene(tab, origin, scene)
  for (const { width, theme } of shots) {
    await tab.emulateMedia({ colorScheme: theme })
    await tab.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    await twoFrames(tab)
    // A width can show what was not there before, such as the column at the right.
    await untilRead(tab)
    const take = () => shoot(tab)
    yield { width, theme, png: await take(), again: () => shootSettled(take, () => settle(tab)) }
  }
}
