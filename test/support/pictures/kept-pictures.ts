import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { differenceOf, sketchOf } from './sketches.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Whether a command takes all pictures and keeps the sketches that the tests compare. */
export const isRenewed = process.env.QUIRE_PICTURES === 'renew'

/** The share of cells that can differ, for other times and ids. */
const TOLERATED = 0.04
/** How often a picture that differs is taken before it counts. */
const MAX_TRIES = 3

/** A picture as PNG. */
export interface TakenPicture {
  name: string
  png: Buffer
  /** Takes it once more, when two in a row are the same: what is shown may not have been settled. */
  again: () => Promise<Buffer>
  isCompared: boolean
}

/** A set of pictures, of which sketches are kept in a file. */
export class KeptPictures {
  readonly #sketches: string
  readonly #folder: string

  constructor({ sketches, folder }: { sketches: string; folder: string }) {
    this.#sketches = sketches
    this.#folder = folder
  }

  /** Writes all pictures to the folder, and keeps the sketches of those that are compared. */
  async renew(browser: Browser, pictures: AsyncIterable<TakenPicture>): Promise<void> {
    const kept: Record<string, string> = {}
    mkdirSync(this.#folder, { recursive: true })
    for await (const { name, png, isCompared } of pictures) {
      writeFileSync(join(this.#folder, `${name}.png`), png)
      if (isCompared) kept[name] = await sketchOf(browser, png)
    }
    writeFileSync(this.#sketches, `${JSON.stringify(kept, null, 2)}\n`)
  }

  /** Names the pictures that look different from far away, and writes them to a folder for temporary files. */
  async differences(browser: Browser, pictures: AsyncIterable<TakenPicture>): Promise<string[]> {
    const kept = JSON.parse(readFileSync(this.#sketches, 'utf8')) as Record<string, string>
    const different: string[] = []
    for await (const { name, png: first, again, isCompared } of pictures) {
      if (!isCompared) continue
      const differs = async (png: Buffer) => differenceOf(await sketchOf(browser, png), kept[name] ?? '')
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
    return different
  }
}

export const howToRenew = (command: string) =>
  `If this is intended, run npm run ${command} and look at the pictures.`
