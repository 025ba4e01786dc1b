import type { Page } from 'playwright-core'

/** Two frames: one in which the page hears of a change, and one in which it is drawn. */
export const twoFrames = (tab: Page) =>
  tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

export const shoot = (tab: Page, fullPage = false) =>
  tab.screenshot({ animations: 'disabled', caret: 'hide', fullPage })

/** A picture when two in a row are the same. Of a screen that never rests, the last of ten. */
export async function shootSettled(
  take: () => Promise<Buffer>,
  settle: () => Promise<unknown>,
): Promise<Buffer> {
  let [before, after] = [await take(), await take()]
  for (let count = 2; count < 10 && !before.equals(after); count++) {
    await settle()
    ;[before, after] = [after, await take()]
  }
  return after
}
