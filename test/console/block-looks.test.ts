import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { THEMES } from '../support/pictures/kept-pictures.ts'
import { type Area, differenceOf, sketchesOf } from '../support/pictures/sketches.ts'
import { blockSamples } from './block-samples.ts'
import { consoleForFile } from './console.ts'
import { field } from './editing.ts'
import { buildHandbook } from './handbook.ts'

/** What looks different where it is edited, and why. */
const INTENDED: Readonly<Record<string, string>> = {
  tabs: 'all tabs are below each other, so that the text of each can be read and edited',
}

/** The share of cells that can differ: a button to copy is only there for readers, and dates are written as in the source. */
const TOLERATED = 0.03
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect width="600" height="200" fill="#9bd"/><circle cx="300" cy="100" r="80" fill="#248"/></svg>'
const SPEC = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { summary: List pets, responses: { '200': { description: Pets } } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string } } }
`

const { t, open } = await consoleForFile()
const { ann, space, organization, call } = await buildHandbook(t)
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Writes a page with a block of each kind, and returns their names. */
async function writePage(): Promise<string[]> {
  const files = [
    { name: 'picture.svg', base64: base64(PICTURE) },
    { name: 'manual.txt', base64: base64('The manual.') },
  ]
  const { insertedFiles } = await call(ann, 'POST', `/spaces/${space}/content`, {
    changes: [
      { operation: 'insert_files', files },
      { operation: 'insert_reusable_content', title: 'Shared', document: { markdown: 'Shared words.' } },
    ],
  })
  const { reusableContents } = await call(ann, 'GET', `/spaces/${space}/content`)
  await call(ann, 'PUT', `/orgs/${organization}/openapi/pets`, { source: { text: SPEC } })
  await t.app.background.idle()
  const idOf = (list: unknown, at: number) => (list as { id: string }[])[at]?.id ?? ''
  const samples = blockSamples({
    picture: idOf(insertedFiles, 0),
    manual: idOf(insertedFiles, 1),
    reusable: idOf(reusableContents, 0),
  })
  await insertPages(t, ann, space, [{ title: 'Blocks', markdown: Object.values(samples).join('\n\n') }])
  return Object.keys(samples)
}
const names = hasNoBrowser ? [] : await writePage()

interface Look {
  area: Area
  /** The space above it, up to the block before. */
  gap: number
}

/** A picture of all blocks in a window that has room for them, and where each is in it. */
async function looksOf(tab: Page, selector: string, width: number) {
  for (const room of [1_000, 200]) {
    const height = room === 200 ? await tab.evaluate(() => document.documentElement.scrollHeight) : 0
    await tab.setViewportSize({ width, height: height + room })
    await tab.waitForLoadState('networkidle')
  }
  const looks = await tab.evaluate(async (blocks): Promise<Look[]> => {
    const host = document.querySelector(blocks)
    // A copy, as an editor would draw again what somebody else changes.
    const copy = host?.cloneNode(true)
    if (!(copy instanceof HTMLElement)) throw new Error(`There is no ${blocks}.`)
    // On a busy machine, a font that is optional comes too late.
    for (const face of document.fonts) face.display = 'block'
    await document.fonts.load('1rem "JetBrains Mono"')
    host?.replaceWith(copy)
    for (const details of copy.querySelectorAll('details')) details.open = true
    const chunks = [...copy.querySelectorAll<HTMLElement>(':scope > .text')]
    for (const chunk of chunks) chunk.style.contentVisibility = 'visible'
    const shown = chunks.length > 0 ? chunks.flatMap(({ children }) => [...children]) : [...copy.children]
    const boxes = shown.map((element) => element.getBoundingClientRect())
    return shown.map((element, at) => {
      const top = boxes[at]?.top ?? 0
      // At a whole pixel: parts of one change how letters are drawn.
      if (element instanceof HTMLElement) {
        element.style.position = 'relative'
        element.style.top = `${Math.ceil(top) - top}px`
      }
      const { x, y, width, height } = element.getBoundingClientRect()
      return { area: { x, y, width, height }, gap: top - (boxes[at - 1]?.bottom ?? top) }
    })
  }, selector)
  return { looks, png: await tab.screenshot({ animations: 'disabled', caret: 'hide' }) }
}

/** How the place and the size of a block differ. */
function differencesIn(read: Look, edited: Look): string[] {
  const values = ({ area: { x, width, height }, gap }: Look) => Object.entries({ x, width, height, gap })
  const others = new Map(values(edited))
  return values(read).flatMap(([name, value]) => {
    const other = others.get(name) ?? Number.NaN
    return Math.abs(value - other) <= 0.5 ? [] : [`${name} ${value.toFixed(1)}, edited ${other.toFixed(1)}`]
  })
}

describe.skipIf(hasNoBrowser)(`blocks in the rich mode${browserNote}`, () => {
  const shots = [390, 1280].flatMap((width) => THEMES.map((theme) => [width, theme] as const))
  it.each(shots)('look as they do where they are read, at %i px, %s', async (width, theme) => {
    const { tab } = await open(ann, `s/${space}/install`)
    const browser = tab.context().browser()
    if (!browser) throw new Error('The tab has no browser.')
    await tab.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await tab.evaluate(() => localStorage.setItem('quire-editor-mode', 'rich'))
    await tab.goto(`${t.origin}/app/s/${space}/blocks`)
    await tab.getByRole('heading', { name: 'The largest heading' }).waitFor()
    const read = await looksOf(tab, '[dir=auto]:has(> .text)', width)
    await tab.goto(`${t.origin}/app/s/${space}/blocks?edit`)
    await field(tab).getByRole('heading', { name: 'The largest heading' }).waitFor()
    const edited = await looksOf(tab, '.ProseMirror', width)
    await tab.context().close()
    expect([read.looks.length, edited.looks.length]).toEqual([names.length, names.length])
    const sketch = ({ png, looks }: typeof read) =>
      sketchesOf(
        browser,
        png,
        looks.map(({ area }) => area),
      )
    const [readSketches, editedSketches] = [await sketch(read), await sketch(edited)]
    const different = names.flatMap((name, at) => {
      const [one, other] = [read.looks[at], edited.looks[at]]
      if (!one || !other || INTENDED[name]) return []
      const share = differenceOf(readSketches[at] ?? '', editedSketches[at] ?? '')
      const drawn = share > TOLERATED ? [`${(share * 100).toFixed(1)} % of its cells`] : []
      const problems = [...(at === 0 ? [] : differencesIn(one, other)), ...drawn]
      return problems.length === 0
        ? []
        : [`${name} (y ${one.area.y} and ${other.area.y}): ${problems.join(', ')}`]
    })
    if (different.length === 0) return
    const folder = process.env.QUIRE_LOOKS ?? mkdtempSync(join(tmpdir(), 'quire-looks-'))
    for (const [kind, { png }] of Object.entries({ read, edited }))
      writeFileSync(join(folder, `${kind}-${width}-${theme}.png`), png)
    expect(different, `The pictures are in ${folder}.`).toEqual([])
  })
})
