import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { differenceOf, type Scene, sketchOf, THEMES, takePicture, WIDTHS } from './pictures.ts'

/** `npm run pictures:console` takes all pictures, and keeps the sketches that the tests compare. */
const isRenewed = process.env.QUIRE_PICTURES === 'renew'
const SKETCHES = join(import.meta.dirname, 'pictures.json')
const FOLDER = join(projectRoot, 'docs/images/console')
/** The share of cells that can differ, for other fonts and times. */
const TOLERATED = 0.04

const { t, open } = await consoleForFile()
const { ann, bo, cy, organization, space, call } = await buildHandbook(t)

const press = (keys: string) => (tab: import('playwright-core').Page) => tab.keyboard.press(keys)
const SCENES: readonly Scene[] = [
  { name: 'home', path: '' },
  { name: 'organization', path: `o/${organization}` },
  { name: 'organization-changes', path: `o/${organization}/changes` },
  { name: 'inbox', path: 'inbox' },
  { name: 'search', path: 'search?q=install' },
  { name: 'account', path: 'account' },
  { name: 'page', path: `s/${space}/install` },
  { name: 'space-changes', path: `s/${space}/~changes` },
  { name: 'history', path: `s/${space}/~history` },
  { name: 'files', path: `s/${space}/~files` },
  { name: 'links', path: `s/${space}/~links` },
  { name: 'change-request', path: `s/${space}/changes/1?view=changes` },
  { name: 'conversation', path: `s/${space}/changes/1?view=talk` },
  { name: 'commands', path: 'inbox', prepare: press('Control+k') },
  { name: 'keys', path: 'inbox', prepare: press('?') },
  { name: 'not-found', path: 'nothing-here' },
]
/** Enough of them to notice that a style or a column is lost. */
const COMPARED: ReadonlySet<string> = new Set(['search', 'keys', 'not-found'])
const COMPARED_WIDTHS = [390, 1280]

async function seed(): Promise<void> {
  const changes = `/spaces/${space}/change-requests`
  const { id } = await call(bo, 'POST', changes, { subject: 'Shorten the install guide' })
  const { pages } = (await call(ann, 'GET', `/spaces/${space}/content`)) as {
    pages: { id: string; title: string }[]
  }
  const install = pages.find(({ title }) => title === 'Install')
  await call(bo, 'POST', `${changes}/${id}/content`, {
    changes: [
      {
        operation: 'update_page',
        page: install?.id,
        document: { markdown: '# Install\n\nYou need Node 20.\n\n## Start\n\nRun `npm ci && npm start`.\n' },
      },
    ],
  })
  await call(bo, 'POST', `${changes}/${id}/requested-reviewers`, { users: [ann.user.id] })
  await call(cy, 'POST', `${changes}/${id}/comments`, { body: { markdown: 'Does this work on Windows?' } })
}

/** Every picture of these scenes, with its name. */
async function* picturesOf(scenes: readonly Scene[], widths: readonly number[]) {
  const { tab } = await open(ann, '')
  const browser = tab.context().browser()
  if (!browser) throw new Error('The tab has no browser.')
  for (const scene of scenes) {
    for (const width of widths) {
      for (const theme of THEMES) {
        const png = await takePicture(tab, t.origin, scene, { width, theme })
        yield { name: `${scene.name}-${width}-${theme}`, png, sketch: () => sketchOf(browser, png) }
      }
    }
  }
}

const compared = () =>
  picturesOf(
    SCENES.filter(({ name }) => COMPARED.has(name)),
    COMPARED_WIDTHS,
  )

describe.skipIf(hasNoBrowser)(`the pictures of the console${browserNote}`, () => {
  it.runIf(isRenewed)('are kept as sketches', async () => {
    const kept: Record<string, string> = {}
    for await (const { name, sketch } of compared()) kept[name] = await sketch()
    writeFileSync(SKETCHES, `${JSON.stringify(kept, null, 2)}\n`)
  })

  // Without sketches there is nothing to compare with yet: npm run pictures:console keeps them.
  it.skipIf(isRenewed || !existsSync(SKETCHES))('look as they were kept, from far away', async () => {
    const kept = JSON.parse(readFileSync(SKETCHES, 'utf8')) as Record<string, string>
    const different: string[] = []
    for await (const { name, png, sketch } of compared()) {
      const difference = differenceOf(await sketch(), kept[name] ?? '')
      if (difference <= TOLERATED) continue
      const file = join(mkdtempSync(join(tmpdir(), 'quire-pictures-')), `${name}.png`)
      writeFileSync(file, png)
      different.push(`${name} differs in ${(difference * 100).toFixed(1)} % of its cells: ${file}`)
    }
    expect(different, 'If this is intended, run npm run pictures:console and look at the pictures.').toEqual(
      [],
    )
  })

  it.runIf(isRenewed)('are taken of all screens', { timeout: 900_000 }, async () => {
    await seed()
    mkdirSync(FOLDER, { recursive: true })
    for await (const { name, png } of picturesOf(SCENES, WIDTHS)) {
      writeFileSync(join(FOLDER, `${name}.png`), png)
    }
  })
})
