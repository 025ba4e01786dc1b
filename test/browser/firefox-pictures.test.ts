import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { Firefox, firefoxNote, hasNoFirefox } from '../support/firefox.ts'
import { isRenewed } from '../support/pictures/kept-pictures.ts'
import { ownSites, type PublishedSiteInTest, type SiteOwner } from '../support/published-sites.ts'
import { SETTLED } from './pictures/settling.ts'
import type { Shot } from './pictures/shots.ts'
import { buildSites, type Look } from './pictures/site.ts'

// Two sites are written and a browser starts, which takes long on a busy machine.
vi.setConfig({ hookTimeout: 300_000 })

const FOLDER = join(projectRoot, 'docs/images/sites')
const SHOTS: readonly (Shot & { place: Look })[] = [
  { scene: 'blocks', path: '/blocks', place: 'default', width: 390, theme: 'light' },
  { scene: 'home', path: '/', place: 'branded', width: 1440, theme: 'light' },
  { scene: 'code', path: '/code', place: 'default', width: 1440, theme: 'dark' },
  { scene: 'arabic', path: '/version-2-2', place: 'branded', width: 390, theme: 'dark' },
]

/** Images on the screen that are not there at the load event. */
const MISSING_IMAGES = `[...document.images]
  .filter((image) => image.getBoundingClientRect().top < innerHeight && image.naturalWidth === 0)
  .map(({ src }) => src)`
const IS_WIDER = 'document.documentElement.scrollWidth > innerWidth'
// A person looks at the pictures, which `npm run pictures:sites` takes. Those of Chromium are compared as well.
describe.skipIf(hasNoFirefox)(`published sites in Firefox${firefoxNote}`, () => {
  let owner: SiteOwner
  let sites: Record<Look, PublishedSiteInTest>
  let firefox: Firefox
  ownSites(
    async (made) => {
      owner = made
      sites = await buildSites(made)
    },
    { RUN_JOBS: 'true' },
  )
  beforeAll(async () => {
    firefox = await Firefox.start()
  })
  afterAll(async () => {
    await firefox?.close()
  })

  it('show all images at the load event, and are not wider than the window', async () => {
    const problems: string[] = []
    for (const { scene, path, place, width, theme } of SHOTS) {
      const name = `firefox-${scene}-${place}-${width}-${theme}`
      await firefox.setSize(width, width < 768 ? 844 : 900)
      await firefox.goto(`${owner.t.origin}${sites[place].base}${path}`)
      const missing = await firefox.evaluate<string[]>(MISSING_IMAGES)
      problems.push(...missing.map((src) => `${name}: ${src} is missing at the load event.`))
      await firefox.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await firefox.evaluate(SETTLED)
      if (await firefox.evaluate<boolean>(IS_WIDER)) problems.push(`${name}: It is wider than the window.`)
      if (!isRenewed) continue
      mkdirSync(FOLDER, { recursive: true })
      writeFileSync(join(FOLDER, `${name}.png`), await firefox.screenshot())
    }
    expect(problems).toEqual([])
  })
})
