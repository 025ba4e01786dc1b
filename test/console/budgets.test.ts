import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { statementsOf } from '../support/statements.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { buildProposal } from './proposal.ts'

const { t, open } = await consoleForFile()
const book = await buildHandbook(t)
const { ann, organization, space } = book

const KILOBYTE = 1_000
const MAX_SCRIPT = 200 * KILOBYTE
const MAX_STYLE = 20 * KILOBYTE
const MAX_SCREEN = 40 * KILOBYTE
/** CodeMirror, which is loaded when somebody edits a page as Markdown. */
const MAX_MARKDOWN_MODE = 110 * KILOBYTE
const MAX_SHELL_STATEMENTS = 5

/** The names of what a tab loads, also from the cache of the browser. */
function loadedBy(tab: Page): Set<string> {
  const names = new Set<string>()
  tab.on('request', (request) => {
    const name = /\/~assets\/([^?]+)$/.exec(request.url())?.[1]
    if (name !== undefined) names.add(name)
  })
  return names
}

/** The size of these files as they are sent. */
async function sizeOf(names: Iterable<string>, kind: string): Promise<number> {
  const chosen = [...names].filter((name) => name.endsWith(kind))
  const bodies = chosen.map(async (name) => (await fetch(`${t.origin}/app/~assets/${name}`)).arrayBuffer())
  return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(Buffer.from(body)).length, 0)
}

describe.skipIf(hasNoBrowser)(`the budgets of the console${browserNote}`, () => {
  it('hold for what a browser loads at first, in each language, and for each screen in addition', async () => {
    const { path: proposal } = await buildProposal(t, book)
    const person = await open(ann, 'nothing-here')
    const { tab } = person
    const common = new Set<string>()
    for (const [language, title] of Object.entries({
      de: 'Hier ist nichts',
      ja: '見つかりません',
      en: 'Nothing here',
    })) {
      await tab.evaluate((tag) => localStorage.setItem('quire-language', tag), language)
      const first = loadedBy(tab)
      await tab.reload()
      await person.heading(title)
      await tab.waitForLoadState('networkidle')
      const script = await sizeOf(first, '.js')
      expect(script).toBeGreaterThan(150 * KILOBYTE)
      expect(script).toBeLessThanOrEqual(MAX_SCRIPT)
      expect(await sizeOf(first, '.css')).toBeLessThanOrEqual(MAX_STYLE)
      for (const name of first) common.add(name)
    }

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
      proposal,
      `s/${space}/install?edit`,
    ]
    await tab.evaluate(() => localStorage.setItem('quire-editor-mode', 'markdown'))
    const over: string[] = []
    for (const path of screens) {
      await tab.goto('about:blank')
      const loaded = loadedBy(tab)
      await tab.goto(`${t.origin}/app/${path}`)
      await tab.getByRole('heading', { level: 1 }).first().waitFor()
      await tab.waitForLoadState('networkidle')
      const added = [...loaded].filter((name) => !common.has(name))
      const mode = added.filter((name) => name.startsWith('MarkdownMode-'))
      const modeSize = await sizeOf(mode, '.js')
      if (modeSize > MAX_MARKDOWN_MODE) over.push(`${path}: ${modeSize} bytes of the editing mode`)
      const size = (await sizeOf(added, '.js')) - modeSize
      if (size > MAX_SCREEN) over.push(`${path}: ${size} bytes`)
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
