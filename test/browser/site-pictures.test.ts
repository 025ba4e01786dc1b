import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { projectRoot } from '../../src/platform/project-root.ts'
import { browserNote, hasNoBrowser, launchBrowser } from '../support/browser.ts'
import { howToRenew, isRenewed, KeptPictures } from '../support/pictures/kept-pictures.ts'
import { ownSites, type PublishedSiteInTest, type SiteOwner } from '../support/published-sites.ts'
import { shots } from './pictures/shots.ts'
import { buildSites, type Look } from './pictures/site.ts'
import { takeShots } from './pictures/take-shots.ts'

// Two sites are written and a browser starts, which takes long on a busy machine.
vi.setConfig({ hookTimeout: 300_000 })

const kept = new KeptPictures({
  sketches: join(import.meta.dirname, 'pictures/pictures.json'),
  folder: join(projectRoot, 'docs/images/sites'),
})

describe.skipIf(hasNoBrowser)(`the pictures of published sites${browserNote}`, () => {
  let owner: SiteOwner
  let sites: Record<Look, PublishedSiteInTest>
  let browser: Browser
  ownSites(
    async (made) => {
      owner = made
      sites = await buildSites(made)
    },
    { RUN_JOBS: 'true' },
  )
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  /** Takes all pictures. None may be wider than the window or violate a rule of axe. */
  async function pictures<Result>(
    use: (browser: Browser, pictures: ReturnType<typeof takeShots>) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext({ bypassCSP: true })
    const tab = await context.newPage()
    tab.setDefaultTimeout(60_000)
    const problems: string[] = []
    const result = await use(browser, takeShots(tab, owner.t.origin, sites, shots, problems))
    await context.close()
    expect(problems).toEqual([])
    return result
  }

  it.runIf(isRenewed)('are taken of all scenes, and kept as sketches', { timeout: 900_000 }, async () => {
    await pictures((...args) => kept.renew(...args))
  })

  it.skipIf(isRenewed)('look as they were kept, from far away', { timeout: 600_000 }, async () => {
    const different = await pictures((...args) => kept.differences(...args))
    expect(different, howToRenew('pictures:sites')).toEqual([])
  })
})
