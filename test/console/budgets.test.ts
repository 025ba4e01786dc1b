import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { statementsOf } from '../support/statements.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, bo, organization, space, call } = await buildHandbook(t)

const KILOBYTE = 1_000
const MAX_SCRIPT = 200 * KILOBYTE
const MAX_STYLE = 20 * KILOBYTE
const MAX_SCREEN = 40 * KILOBYTE
/** A change request has five views, and loads the frame of its space as well. */
const MAX_CHANGE_REQUEST = 58 * KILOBYTE
const MAX_SHELL_STATEMENTS = 5

/** The sizes of what a tab loads, compressed, by name. */
function loadedBy(tab: Page): Map<string, Promise<number>> {
  const sizes = new Map<string, Promise<number>>()
  tab.on('response', (response) => {
    const name = /\/~assets\/([^?]+)$/.exec(response.url())?.[1]
    if (name !== undefined && !sizes.has(name)) {
      sizes.set(
        name,
        // What was loaded before is in the cache of the browser, and has no body.
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      )
    }
  })
  return sizes
}

async function sizeOf(sizes: ReadonlyMap<string, Promise<number>>, kind: string): Promise<number> {
  const chosen = [...sizes].filter(([name]) => name.endsWith(kind))
  return (await Promise.all(chosen.map(([, size]) => size))).reduce((sum, size) => sum + size, 0)
}

describe.skipIf(hasNoBrowser)(`the budgets of the console${browserNote}`, () => {
  it('hold for what a browser loads at first, and for each screen in addition', async () => {
    await call(bo, 'POST', `/spaces/${space}/change-requests`, { subject: 'Shorten' })
    const person = await open(ann, 'nothing-here')
    const { tab } = person
    const first = loadedBy(tab)
    await tab.reload()
    await person.heading('Nothing here')
    await tab.waitForLoadState('networkidle')
    const script = await sizeOf(first, '.js')
    expect(script).toBeGreaterThan(50 * KILOBYTE)
    expect(script).toBeLessThanOrEqual(MAX_SCRIPT)
    expect(await sizeOf(first, '.css')).toBeLessThanOrEqual(MAX_STYLE)

    const screens = [
      '',
      'inbox',
      'search?q=install',
      `o/${organization}`,
      `o/${organization}/changes`,
      `s/${space}`,
      `s/${space}/~changes`,
      `s/${space}/~history`,
      `s/${space}/~files`,
      `s/${space}/~links`,
      `s/${space}/changes/1`,
    ]
    const over: string[] = []
    for (const path of screens) {
      await tab.goto('about:blank')
      const loaded = loadedBy(tab)
      await tab.goto(`${t.origin}/app/${path}`)
      await tab.getByRole('heading', { level: 1 }).first().waitFor()
      await tab.waitForLoadState('networkidle')
      const added = new Map([...loaded].filter(([name]) => !first.has(name)))
      const size = await sizeOf(added, '.js')
      const limit = path.includes('/changes/') ? MAX_CHANGE_REQUEST : MAX_SCREEN
      if (size > limit) over.push(`${path}: ${size} bytes`)
    }
    expect(over).toEqual([])
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('hold for the statements of the frame', async () => {
    const { tab } = await open(ann, 'nothing-here')
    const [request] = await Promise.all([
      tab.waitForRequest((sent) => sent.postData()?.includes('"FrameQuery"') ?? false),
      tab.reload(),
    ])
    const body = request.postData() ?? ''
    await tab.context().close()
    const send = () =>
      fetch(`${t.origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.token}` },
        body,
      }).then((response) => response.json())
    await send()
    const statements = await statementsOf(t, async () => expect(await send()).not.toHaveProperty('errors'))
    expect(statements.length).toBeLessThanOrEqual(MAX_SHELL_STATEMENTS)
  })
})
