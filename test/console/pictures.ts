import type { Browser, Page } from 'playwright-core'

/** A screen and what is done before the picture is taken. */
export interface Scene {
  name: string
  /** Below `/app/`. */
  path: string
  prepare?: (tab: Page) => Promise<unknown>
}

export const WIDTHS = [390, 768, 1280, 1920] as const
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

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

const shoot = (tab: Page) => tab.screenshot({ animations: 'disabled', caret: 'hide' })

/** Of a screen that never rests, the last of ten. */
async function shootSettled(tab: Page): Promise<Buffer> {
  let [before, after] = [await shoot(tab), await shoot(tab)]
  for (let count = 2; count < 10 && !before.equals(after); count++) {
    await settle(tab)
    ;[before, after] = [after, await shoot(tab)]
  }
  return after
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
    // Two frames: one in which the page hears of it, and one in which it is drawn.
    await tab.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    // A width can show what was not there before, such as the column at the right.
    await untilRead(tab)
    yield { width, theme, png: await shoot(tab), again: () => shootSettled(tab) }
  }
}

const [COLUMNS, ROWS] = [32, 20]

/** A part of a picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** How light areas of a picture are in each cell of a grid, from 0 to 15: what remains of them from far away. */
export async function sketchesOf(browser: Browser, png: Buffer, areas: readonly Area[]): Promise<string[]> {
  const page = await browser.newPage()
  try {
    return await page.evaluate(
      async ({ base64, areas, columns, rows }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const sketches: string[] = []
        for (const { x, y, width, height } of areas) {
          const bitmap = await createImageBitmap(picture, x, y, width, height, {
            resizeWidth: columns,
            resizeHeight: rows,
            resizeQuality: 'high',
          })
          const context = new OffscreenCanvas(columns, rows).getContext('2d')
          if (!context) throw new Error('The browser cannot draw.')
          context.drawImage(bitmap, 0, 0)
          const { data } = context.getImageData(0, 0, columns, rows)
          const cells = Array.from({ length: columns * rows }, (_, cell) => {
            const [red = 0, green = 0, blue = 0] = data.slice(cell * 4)
            return Math.round((0.3 * red + 0.6 * green + 0.1 * blue) / 17).toString(16)
          })
          sketches.push(cells.join(''))
        }
        return sketches
      },
      { base64: png.toString('base64'), areas, columns: COLUMNS, rows: ROWS },
    )
  } finally {
    await page.close()
  }
}

/** How light a picture is, as a whole. */
export async function sketchOf(browser: Browser, png: Buffer): Promise<string> {
  // Where PNG has its size.
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [sketch = ''] = await sketchesOf(browser, png, [{ x: 0, y: 0, width, height }])
  return sketch
}

/** The share of cells that are clearly lighter or darker. */
export function differenceOf(one: string, other: string): number {
  if (one.length !== other.length) return 1
  const cells = [...one].filter((cell, at) => {
    const difference = Number.parseInt(cell, 16) - Number.parseInt(other[at] ?? '0', 16)
    return Math.abs(difference) > 1
  })
  return cells.length / one.length
}
