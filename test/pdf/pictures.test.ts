import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { drawPage, keptPicture, pageNames } from './page-pictures.ts'
import { differenceOf, toPng } from './picture.ts'

/** The share of pixels that can differ, for other versions of the program that draws the pages. */
const TOLERATED = 0.001

const names = await pageNames()

test('thirteen pages have pictures', () => {
  expect(names).toHaveLength(13)
})

describe.each(names)('the page %s', (name) => {
  it('looks as in its picture', async () => {
    const drawn = await drawPage(name)
    const difference = differenceOf(drawn, await keptPicture(name))
    if (difference <= TOLERATED) return
    const file = join(await mkdtemp(join(tmpdir(), 'quire-pictures-')), `${name}.png`)
    await writeFile(file, toPng(drawn))
    const percent = (difference * 100).toFixed(2)
    expect.fail(
      `${percent} % of its pixels differ. It looks like ${file}. If this is intended, run npm run pictures:renew and look at the pictures.`,
    )
  })
})
