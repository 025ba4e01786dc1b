import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { howToRenew, isRenewed, KeptPictures, THEMES } from '../support/pictures/kept-pictures.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { type Shot, takePictures, WIDTHS } from './pictures.ts'
import { scenesOf } from './scenes.ts'

const kept = new KeptPictures({
  sketches: join(import.meta.dirname, 'pictures.json'),
  folder: join(projectRoot, 'docs/images/console'),
})
/** Enough of them to notice that a style or a column is lost. */
const COMPARED: readonly Shot[] = [
  { width: 390, theme: 'light' },
  { width: 1280, theme: 'dark' },
]
const ALL: readonly Shot[] = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

const { t, open } = await consoleForFile()
const book = await buildHandbook(t)
const scenes = hasNoBrowser ? [] : await scenesOf(t, book)

/** A browser, and pictures of every scene, each with its name. */
async function picturesOf(shots: readonly Shot[]) {
  const { tab } = await open(book.ann, '')
  const browser = tab.context().browser()
  if (!browser) throw new Error('The tab has no browser.')
  async function* pictures() {
    for (const scene of scenes) {
      for await (const { width, theme, png, again } of takePictures(tab, t.origin, scene, shots)) {
        const isCompared = COMPARED.some((shot) => shot.width === width && shot.theme === theme)
        yield { name: `${scene.name}-${width}-${theme}`, png, again, isCompared }
      }
    }
  }
  return [browser, pictures()] as const
}

describe.skipIf(hasNoBrowser)(`the pictures of the console${browserNote}`, () => {
  it.runIf(isRenewed)('are taken of all screens, and kept as sketches', { timeout: 900_000 }, async () => {
    await kept.renew(...(await picturesOf(ALL)))
  })

  it.skipIf(isRenewed)('look as they were kept, from far away', { timeout: 600_000 }, async () => {
    const different = await kept.differences(...(await picturesOf(COMPARED)))
    expect(different, howToRenew('pictures:console')).toEqual([])
  })
})
