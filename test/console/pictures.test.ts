import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { differenceOf, type Shot, sketchOf, THEMES, takePictures, WIDTHS } from './pictures.ts'
import { scenesOf } from './scenes.ts'

/** `npm run pictures:console` takes all pictures, and keeps the sketches that the tests compare. */
const isRenewed = process.env.QUIRE_PICTURES === 'renew'
const SKETCHES = join(import.meta.dirname, 'pictures.json')
const FOLDER = join(projectRoot, 'docs/images/console')
/** The share of cells that can differ, for other times and ids. */
const TOLERATED = 0.06
/** How often a picture that differs is taken before it counts. */
const MAX_TRIES = 3
/** Enough of them to notice that a style or a column is lost. */
const COMPARED: readonly Shot[] = [
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
]
const ALL: readonly Shot[] = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

const { t, open } = await consoleForFile()
const book = await buildHandbook(t)
const scenes = hasNoBrowser ? [] : await scenesOf(t, book)

/** Pictures of every scene, each with its name. */
async function* pictures(shots: readonly Shot[]) {
  const { tab } = await open(book.ann, '')
  const browser = tab.context().browser()
  if (!browser) throw new Error('The tab has no browser.')
  for (const scene of scenes) {
    for await (const { width, theme, png, again } of takePictures(tab, t.origin, scene, shots)) {
      const isCompared = COMPARED.some((shot) => shot.width === width && shot.theme === theme)
      const sketch = (picture: Buffer) => sketchOf(browser, picture)
      yield { name: `${scene.name}-${width}-${theme}`, png, again, isCompared, sketch }
    }
  }
}

describe.skipIf(hasNoBrowser)(`the pictures of the console${browserNote}`, () => {
  it.runIf(isRenewed)('are taken of all screens, and kept as sketches', { timeout: 900_000 }, async () => {
    const kept: Record<string, string> = {}
    mkdirSync(FOLDER, { recursive: true })
    for await (const { name, png, isCompared, sketch } of pictures(ALL)) {
      writeFileSync(join(FOLDER, `${name}.png`), png)
      if (isCompared) kept[name] = await sketch(png)
    }
    writeFileSync(SKETCHES, `${JSON.stringify(kept, null, 2)}\n`)
  })

  it.skipIf(isRenewed)('look as they were kept, from far away', { timeout: 600_000 }, async () => {
    const kept = JSON.parse(readFileSync(SKETCHES, 'utf8')) as Record<string, string>
    const different: string[] = []
    for await (const { name, png: first, again, sketch } of pictures(COMPARED)) {
      const differs = async (png: Buffer) => differenceOf(await sketch(png), kept[name] ?? '')
      let png = first
      let difference = await differs(png)
      for (let tries = 1; tries < MAX_TRIES && difference > TOLERATED; tries++) {
        png = await again()
        difference = await differs(png)
      }
      if (difference <= TOLERATED) continue
      const file = join(mkdtempSync(join(tmpdir(), 'quire-pictures-')), `${name}.png`)
      writeFileSync(file, png)
      different.push(`${name} differs in ${(difference * 100).toFixed(1)} % of its cells: ${file}`)
    }
    expect(different, 'If this is intended, run npm run pictures:console and look at the pictures.').toEqual(
      [],
    )
  })
})
