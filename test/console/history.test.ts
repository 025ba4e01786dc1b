import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, space, call } = await buildHandbook(t)

const { pages } = (await call(ann, 'GET', `/spaces/${space}/content/pages`)) as {
  pages: { id: string; title: string }[]
}
const upgrade = pages.find(({ title }) => title === 'Upgrade')?.id ?? ''
const write = (node: typeof t, markdown: string) =>
  changeContent(node, bo, space, [{ operation: 'update_page', page: upgrade, document: { markdown } }])

describe.skipIf(hasNoBrowser)(`the history of a space${browserNote}`, () => {
  it('lists who changed what, follows others, and shows what a revision changed', async () => {
    const person = await open(di, `s/${space}/~history`)
    const { tab } = person
    await person.heading('History')
    const rows = tab.getByRole('main').getByRole('listitem')
    const before = await rows.count()
    expect(before).toBeGreaterThan(0)
    await tab.getByRole('status').getByText('Live').first().waitFor()
    await write(other, '# Upgrade\n\nRead the changelog first.\n')
    await expect.poll(() => rows.count()).toBe(before + 1)
    expect(await rows.first().textContent()).toMatch(/Edited.*Current.*Bo Chen/)
    await person.expectAccessible()
    await rows.first().getByRole('link').click()
    await person.heading('Revision')
    await tab.getByText('This is the current version.').waitFor()
    await tab.getByText('Read the changelog first.').waitFor()
    await tab.getByText('Stop the server, replace the files').waitFor()
    // A reader cannot propose anything.
    expect(await tab.getByRole('button', { name: 'Restore as a change request' }).count()).toBe(0)
    await person.expectAccessible()
    expect(person.complaints).toEqual([])
  })

  it('of a page leads to its earlier texts, which editors can restore as a change request', async () => {
    await write(t, '# Upgrade\n\nOnly this is left.\n')
    const person = await open(bo, `s/${space}/~history?page=${upgrade}`)
    const { tab } = person
    await person.heading('History of Upgrade')
    const rows = tab.getByRole('main').getByRole('listitem')
    await rows.last().getByRole('link').click()
    await person.heading('Upgrade')
    await tab.getByText('Stop the server, replace the files').waitFor()
    await tab.getByText('You are reading an earlier version.').waitFor()
    await person.expectAccessible()
    await tab.getByRole('button', { name: 'Restore as a change request' }).click()
    await tab.waitForURL('**/changes/*')
    const { items } = (await call(bo, 'GET', `/spaces/${space}/change-requests?status=draft`)) as {
      items: unknown[]
    }
    expect(items).toHaveLength(1)
    expect(person.complaints).toEqual([])
  })

  it('says so where a revision or a page does not exist', async () => {
    const person = await open(di, `s/${space}/revisions/rev_01m7pzgz24azz53yxw9sksgpad`)
    await person.heading('Nothing here')
    await person.tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Install' }).click()
    await person.heading('Install')
    expect(person.complaints).toEqual([])
  })
})
