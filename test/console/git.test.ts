import { afterAll, describe, expect, it } from 'vitest'
import gitScreenQuery from '../../src/generated/console/GitScreenQuery.graphql.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import '../support/git.ts'
import { startGitServer } from '../support/git-server.ts'
import { consoleForFile } from './console.ts'
import { statementsOfDocument } from './document-statements.ts'
import { buildHandbook } from './handbook.ts'

const server = await startGitServer()
afterAll(() => server.close())
const { t, other, open } = await consoleForFile({ OUTBOUND_ALLOW: server.host })
const { ann, bo, di, space, call } = await buildHandbook(t)
const repository = server.repository('handbook', { credentials: 'bot:open-sesame' })
repository.push({
  'tools.md': '# Tools\n\nA hammer.\n',
  'broken.md': Buffer.from([0x23, 0x20, 0xff, 0xfe]),
})

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }

describe.skipIf(hasNoBrowser)(`Git of a space${browserNote}`, () => {
  it('is tried, connected, imported and exported with the keyboard, while others watch', async () => {
    const person = await open(bo, `s/${space}/`)
    const { tab } = person
    await tab.getByRole('link', { name: 'Git' }).press('Enter')
    await person.heading('Git')
    await tab.getByText('Nothing yet. Try a repository, and connect it.').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    const watcher = await open(ann, `s/${space}/~git`, other)
    await watcher.heading('Git')

    await tab.getByRole('textbox', { name: 'Address' }).fill(repository.url)
    await tab.getByRole('button', { name: 'Try it' }).press('Enter')
    const history = tab.getByRole('list', { name: 'Imports and exports' })
    await history.getByText('Failed').waitFor()
    // Without the password the repository cannot be read, and nothing has changed.
    await tab.getByRole('textbox', { name: 'Address' }).fill(repository.privateUrl)
    await tab.getByRole('button', { name: 'Try it' }).press('Enter')
    await tab.getByRole('heading', { name: 'What an import would change' }).waitFor()
    await tab.getByRole('region', { name: 'New' }).getByText('tools.md').waitFor()
    await tab
      .getByRole('region', { name: 'Cannot be used' })
      .getByText('broken.md', { exact: true })
      .waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    const pages = async () => JSON.stringify(await call(ann, 'GET', `/spaces/${space}/content/pages`))
    expect(await pages()).not.toContain('Tools')

    await tab.getByLabel('Import new commits').selectOption('')
    await tab.getByRole('button', { name: 'Connect a repository' }).press('Enter')
    await tab.getByRole('button', { name: 'Import now' }).press('Enter')
    await tab.getByRole('listitem').filter({ hasText: 'Applied' }).first().waitFor()
    await watcher.tab.getByRole('listitem').filter({ hasText: 'Applied' }).first().waitFor()
    await watcher.tab.getByText(repository.url).waitFor()
    expect(await watcher.tab.content()).not.toContain('open-sesame')
    expect(await pages()).toContain('Tools')
    await tab.getByRole('button', { name: 'Export now' }).press('Enter')
    await tab.getByRole('listitem').filter({ hasText: 'Export' }).filter({ hasText: 'Applied' }).waitFor()
    expect(Object.keys(repository.files())).toContain('install.md')
    expect([person.complaints, watcher.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('shows a conflict with both ways out, and is disconnected after the branch was typed', async () => {
    const person = await open(bo, `s/${space}/~git`)
    const { tab } = person
    repository.git('pull', '--quiet', 'origin', 'main')
    repository.push({ 'tools.md': '# Tools\n\nA saw.\n' })
    const { id } = (await call(ann, 'GET', `/spaces/${space}/content/path/tools`)) as { id: string }
    const changes = [{ operation: 'update_page', page: id, document: { markdown: '# Tools\n\nA drill.\n' } }]
    await call(ann, 'POST', `/spaces/${space}/content`, { changes })
    await tab.getByRole('button', { name: 'Import now' }).click()
    const failed = tab.getByRole('listitem').filter({ hasText: 'Import' }).filter({ hasText: 'tools' })
    await failed.getByText('Failed').first().waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await failed.getByRole('button', { name: 'Import, the repository wins' }).click()
    await expect
      .poll(
        async () =>
          JSON.stringify(await call(ann, 'GET', `/spaces/${space}/content/path/tools?format=markdown`)),
        PATIENT,
      )
      .toContain('A saw.')

    await tab.getByRole('button', { name: 'Disconnect' }).click()
    await tab.getByLabel('Type “main” to confirm').fill('main')
    await tab.keyboard.press('Enter')
    await tab.getByText('The repository was disconnected.').first().waitFor()
    await tab.getByRole('button', { name: 'Connect a repository' }).waitFor()
    expect(person.complaints).toEqual([])
  })

  it('shows readers what has happened, and nothing that they could start', async () => {
    const { tab, complaints } = await open(di, `s/${space}/~git`)
    await tab.getByRole('list', { name: 'Imports and exports' }).getByText('Export').first().waitFor()
    expect(await tab.getByRole('link', { name: 'Git' }).count()).toBe(0)
    expect(await tab.getByRole('button', { name: /Try it|Connect|wins/ }).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

describe('the document about Git', () => {
  it('costs at most 6 statements', async () => {
    const { statements } = await statementsOfDocument(t, ann, gitScreenQuery, { space, count: 20 })
    expect(statements.length).toBeLessThanOrEqual(6)
  })
})
