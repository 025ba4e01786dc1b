import type { Browser } from 'playwright-core'

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

/** The height of a part of a long picture that has a grid of its own. */
const PART_HEIGHT = 900

/** How light a picture is, as a whole. A long one has several grids, below each other. */
export async function sketchOf(browser: Browser, png: Buffer): Promise<string> {
  // Where PNG has its size.
  const [width, whole] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const parts = Math.max(1, Math.round(whole / PART_HEIGHT))
  const height = whole / parts
  const areas = Array.from({ length: parts }, (_, part) => ({ x: 0, y: part * height, width, height }))
  return (await sketchesOf(browser, png, areas)).join('')
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
