import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { Firefox, firefoxNote, hasNoFirefox } from '../support/firefox.ts'
import { howToRenew, isRenewed, KeptPictures, type TakenPicture } from '../support/pictures/kept-pictures.ts'
import { shootSettled } from '../support/pictures/settled.ts'
import { ownSites, type PublishedSiteInTest, type SiteOwner } from '../support/published-sites.ts'
import { SETTLED } from './pictures/settling.ts'
import type { Shot } from './pictures/shots.ts'
import { buildSites, type Look } from './pictures/site.ts'

// Two sites are written and a browser starts, which takes long on a busy machine.
vi.setConfig({ hookTimeout: 300_000 })

const kept = new KeptPictures({
  sketches: join(import.meta.dirname, 'pictures/firefox.json'),
  folder: join(projectRoot, 'docs/images/sites'),
})
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
const isSkipped = hasNoBrowser || hasNoFirefox
// Chromium makes the sketches, so that those of both browsers are made alike.
describe.skipIf(isSkipped)(`published sites in Firefox${browserNote}${firefoxNote}`, () => {
  let owner: SiteOwner
  let sites: Record<Look, PublishedSiteInTest>
  let chromium: Browser
  let firefox: Firefox
  ownSites(
    async (made) => {
      owner = made
      sites = await buildSites(made)
    },
    { RUN_JOBS: 'true' },
  )
  beforeAll(async () => {
    ;[chromium, firefox] = await Promise.all([launchBrowser(), Firefox.start()])
  })
  afterAll(async () => {
    await Promise.all([chromium?.close(), firefox?.close()])
  })

  async function* pictures(problems: string[]): AsyncGenerator<TakenPicture> {
    for (const { scene, path, place, width, theme } of SHOTS) {
      const name = `firefox-${scene}-${place}-${width}-${theme}`
      await firefox.setSize(width, width < 768 ? 844 : 900)
      await firefox.goto(`${owner.t.origin}${sites[place].base}${path}`)
      const missing = await firefox.evaluate<string[]>(MISSING_IMAGES)
      problems.push(...missing.map((src) => `${name}: ${src} is missing at the load event.`))
      const settle = () => firefox.evaluate(SETTLED)
      await firefox.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      await settle()
      const take = () => firefox.screenshot()
      yield { name, png: await take(), again: () => shootSettled(take, settle), isCompared: true }
      if (await firefox.evaluate<boolean>(IS_WIDER)) problems.push(`${name}: It is wider than the window.`)
    }
  }

  it('look as they were kept, from far away', { timeout: 300_000 }, async () => {
    const problems: string[] = []
    if (isRenewed) await kept.renew(chromium, pictures(problems))
    else
      expect(await kept.differences(chromium, pictures(problems)), howToRenew('pictures:sites')).toEqual([])
    expect(problems).toEqual([])
  })
})
