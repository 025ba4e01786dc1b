import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Person } from '../browser/person.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { statementsOf } from '../support/statements.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'
import { buildProposal } from './proposal.ts'

const { t, open } = await consoleForFile()
const book = await buildHandbook(t)
const { ann, di, organization, space } = book
const { id: site } = await book.call(ann, 'POST', `/orgs/${organization}/sites`, {
  title: 'Documentation',
  spaces: [space],
})

const KILOBYTE = 1_000
const MAX_SCRIPT = 200 * KILOBYTE
const MAX_STYLE = 20 * KILOBYTE
const MAX_SCREEN = 40 * KILOBYTE
/**
 * What is loaded when somebody edits a page. As Markdown, it is CodeMirror (98 of 103). As rich text, it is ProseMirror (67 of 120),
 * the parser of the server (20), and reading and printing block by block, with the tools. The target of both is 100.
 */
const MAX_MODES: Readonly<Record<string, number>> = { markdown: 104 * KILOBYTE, rich: 120 * KILOBYTE }
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

    /** What opening a screen loads besides the frame. */
    const addedBy = async ({ tab: other }: Person, path: string) => {
      await other.goto('about:blank')
      const loaded = loadedBy(other)
      await other.goto(`${t.origin}/app/${path}`)
      await other.getByRole('heading', { level: 1 }).first().waitFor()
      await other.waitForLoadState('networkidle')
      return [...loaded].filter((name) => !common.has(name))
    }
    const over: string[] = []
    const require = async (what: string, names: readonly string[], most: number) => {
      const size = await sizeOf(names, '.js')
      if (size > most) over.push(`${what}: ${size} bytes`)
    }
    const screens = [
      '',
      'inbox',
      'search?q=install',
      `o/${organization}`,
      `o/${organization}/changes`,
      `o/${organization}/sites`,
      'start',
      ...['', '/structure', '/theme', '/readers', '/redirects', '/insights', '/settings'].map(
        (view) => `sites/${site}${view}`,
      ),
      `s/${space}/install`,
      `s/${space}/~changes`,
      `s/${space}/~history`,
      `s/${space}/~files`,
      `s/${space}/~links`,
      proposal,
    ]
    const reader = await open(di, 'nothing-here')
    const toRead = new Set<string>()
    for (const path of screens) {
      const names = await addedBy(reader, path)
      await require(path, names, MAX_SCREEN)
      for (const name of names) toRead.add(name)
    }
    // The tree in which pages can be moved comes on demand, after what there is to read.
    const isTree = (name: string) => name.startsWith('ArrangedTree-')
    // What admins manage has screens of its own.
    for (const path of [
      ...[
        'people',
        'invitations',
        'teams',
        'specs',
        'webhooks',
        'activity',
        'audit',
        'integrations',
        'settings',
      ].map((name) => `o/${organization}/${name}`),
      `s/${space}/~access`,
      `s/${space}/~git`,
      `s/${space}/~settings`,
    ]) {
      const names = await addedBy(person, path)
      await require(path, names.filter((name) => !isTree(name)), MAX_SCREEN)
    }
    // What editors load besides comes on demand, after what there is to read.
    const isMode = (name: string) => /^(?:MarkdownMode|RichMode)-/.test(name)
    for (const [mode, most] of Object.entries(MAX_MODES)) {
      await tab.evaluate((name) => localStorage.setItem('quire-editor-mode', name), mode)
      for (const path of [`s/${space}/install`, proposal, `s/${space}/install?edit`]) {
        const names = (await addedBy(person, path)).filter((name) => !toRead.has(name))
        const others = names.filter((name) => !isMode(name))
        await require(`${path}, for editors`, others, MAX_SCREEN)
        await require(`the ${mode} mode`, names.filter(isMode), most)
      }
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
    const counts: number[] = []
    // A job in the background can run during one of them.
    for (let attempt = 0; attempt < 3; attempt++) {
      const statements = await statementsOf(t, async () => expect(await send()).not.toHaveProperty('errors'))
      counts.push(statements.length)
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(MAX_SHELL_STATEMENTS)
  })
})
