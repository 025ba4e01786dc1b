import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent, insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, space, organization, call } = await buildHandbook(t)
await call(ann, 'PATCH', `/spaces/${space}`, { editMode: 'live' })

interface RestPage {
  title: string
  path?: string
  hidden?: boolean
  pages?: RestPage[]
}

/** The pages of content as lines, indented by their depth. */
async function outline(content = `/spaces/${space}/content`): Promise<string[]> {
  const { pages } = (await call(ann, 'GET', `${content}/pages`)) as unknown as { pages: RestPage[] }
  const lines = (among: RestPage[], depth: number): string[] =>
    among.flatMap(({ title, pages: below = [] }) => [
      `${'  '.repeat(depth)}${title}`,
      ...lines(below, depth + 1),
    ])
  return lines(pages, 0)
}

const treeOf = (tab: Page) => tab.getByRole('navigation', { name: 'Pages', exact: true })
const row = (tab: Page, name: string) => treeOf(tab).getByRole('link', { name, exact: true })
const titles = (tab: Page) => treeOf(tab).locator('a bdi').allTextContents()
const said = (tab: Page, text: string) =>
  tab.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true }).waitFor()
/** Arranging comes after the pages themselves. */
const arranged = (tab: Page) => treeOf(tab).locator('[data-menu]').first().waitFor({ state: 'attached' })
const undo = (tab: Page) => tab.getByRole('button', { name: 'Undo' }).last().click()

describe.skipIf(hasNoBrowser)(`the tree of a space${browserNote}`, () => {
  it('is written, renamed, moved and deleted with the keyboard alone, and another person sees each step', async () => {
    const person = await open(bo, `s/${space}/install`)
    const reader = await open(di, `s/${space}/install`, other)
    const { tab } = person
    await person.heading('Install')
    await reader.heading('Install')
    await reader.tab.getByRole('status').getByText('Live').first().waitFor()
    expect(await treeOf(reader.tab).locator('[data-menu]').count()).toBe(0)
    await arranged(tab)
    await tab.keyboard.press('n')
    await tab.keyboard.type('Backups')
    await tab.keyboard.press('Enter')
    await person.heading('Backups')
    await row(reader.tab, 'Backups').waitFor()
    expect(await outline()).toEqual(['Welcome', 'Install', 'Backups', 'Upgrade'])
    // Up, below the page before it, and out again.
    await row(tab, 'Backups').focus()
    await tab.keyboard.press('Alt+ArrowRight')
    await tab.waitForURL(`**/s/${space}/install/backups*`)
    expect(await outline()).toEqual(['Welcome', 'Install', '  Backups', 'Upgrade'])
    await tab.keyboard.press('Alt+ArrowLeft')
    await tab.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => outline()).toEqual(['Welcome', 'Install', 'Upgrade', 'Backups'])
    await expect.poll(() => titles(reader.tab)).toEqual(['Welcome', 'Install', 'Upgrade', 'Backups'])
    // A new title brings a new address, and the page that others read stays open.
    await row(tab, 'Install').press('F2')
    await tab.keyboard.type('Set up')
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.keyboard.press('Enter')
    await said(tab, 'Renamed to Set up')
    await reader.tab.waitForURL(`**/s/${space}/set-up`)
    // A link to the old address still leads there, to read and to edit.
    const late = await open(ann, `s/${space}/install`)
    await late.tab.waitForURL(`**/s/${space}/set-up`)
    await late.heading('Set up')
    await late.tab.close()
    await undo(tab)
    await reader.tab.waitForURL(`**/s/${space}/install`)
    // Move to another page with a search.
    await row(tab, 'Backups').focus()
    await tab.keyboard.press('m')
    await tab.keyboard.type('upgr')
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    await said(tab, 'Moved Backups')
    expect(await outline()).toEqual(['Welcome', 'Install', 'Upgrade', '  Backups'])
    await row(tab, 'Upgrade').focus()
    await tab.keyboard.press('Delete')
    await said(tab, 'Deleted 2 pages')
    await row(reader.tab, 'Upgrade').waitFor({ state: 'detached' })
    await undo(tab)
    await row(reader.tab, 'Upgrade').waitFor()
    expect(await outline()).toEqual(['Welcome', 'Install', 'Upgrade', '  Backups'])
    expect([person.complaints, reader.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('is arranged by dragging, and many pages at once are grouped, hidden and deleted', async () => {
    const [root = ''] = await insertPages(t, ann, space, [{ title: 'Guides', markdown: 'Text' }])
    await insertPages(t, ann, space, [
      { title: 'One', markdown: 'First', into: root },
      { title: 'Two', markdown: 'Second', into: root },
      { title: 'Three', markdown: '# Three\n\nThird', into: root },
    ])
    const before = await outline()
    const person = await open(bo, `s/${space}/guides`)
    const { tab } = person
    await person.heading('Guides')
    await arranged(tab)
    await row(tab, 'Three').dragTo(row(tab, 'One'), { targetPosition: { x: 60, y: 2 } })
    await said(tab, 'Moved Three')
    expect((await outline()).slice(-4)).toEqual(['Guides', '  Three', '  One', '  Two'])
    await undo(tab)
    await expect.poll(() => outline()).toEqual(before)
    await row(tab, 'One').focus()
    await tab.keyboard.press('x')
    await tab.keyboard.press('Shift+ArrowDown')
    await tab.keyboard.press('Shift+ArrowDown')
    const bar = tab.getByRole('toolbar', { name: 'Selected pages' })
    await bar.getByText('3 pages selected').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await bar.getByRole('button', { name: 'Group…' }).click()
    await tab.keyboard.type('Numbers')
    await tab.keyboard.press('Enter')
    await said(tab, 'Grouped 3 pages')
    expect((await outline()).slice(-5)).toEqual(['Numbers', '  One', '  Two', '  Three', 'Guides'])
    await undo(tab)
    await expect.poll(() => outline()).toEqual(before)
    await row(tab, 'One').click({ modifiers: ['Shift'] })
    await row(tab, 'Two').click({ modifiers: ['Shift'] })
    await bar.getByRole('button', { name: 'Hide' }).click()
    await said(tab, 'Hid 2 pages')
    await expect.poll(() => treeOf(tab).getByText('Hidden on published sites').count()).toBe(2)
    await undo(tab)
    await expect.poll(() => treeOf(tab).getByText('Hidden on published sites').count()).toBe(0)
    await row(tab, 'Three').hover()
    await tab.getByRole('button', { name: 'Actions for Three' }).click()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('menuitem', { name: 'Duplicate' }).click()
    await said(tab, 'Duplicated Three')
    expect((await outline()).slice(-2)).toEqual(['  Three', '  Three (copy)'])
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('shows the pages of a change request, which the first change of a locked space opens', async () => {
    const locked = (await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Locked' })) as {
      id: string
    }
    await insertPages(t, ann, locked.id, [
      { title: 'Start', markdown: 'Text' },
      { title: 'End', markdown: 'Text' },
    ])
    await call(ann, 'PATCH', `/spaces/${locked.id}`, { editMode: 'locked' })
    const main = `/spaces/${locked.id}/content`
    const person = await open(bo, `s/${locked.id}/start`)
    const { tab } = person
    await person.heading('Start')
    await row(tab, 'End').press('F2')
    await tab.keyboard.type('Finish')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`**/s/${locked.id}/changes/1/finish`)
    await tab.getByRole('heading', { name: 'Pages of change #1' }).waitFor()
    await person.heading('Finish')
    expect(await outline(main)).toEqual(['Start', 'End'])
    // The next change goes to the same change request.
    await row(tab, 'Finish').focus()
    await tab.keyboard.press('Alt+ArrowUp')
    const proposed = `/spaces/${locked.id}/change-requests/1/content`
    await expect.poll(() => outline(proposed)).toEqual(['Finish', 'Start'])
    await row(tab, 'Start').click()
    await tab.waitForURL(`**/s/${locked.id}/changes/1/start`)
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('puts pages back where a change is rejected, and says why', async () => {
    const person = await open(bo, `s/${space}`)
    const { tab } = person
    await person.heading('Welcome')
    await call(ann, 'PATCH', `/spaces/${space}`, { title: 'Handbook' })
    await tab.route('**/graphql', async (route) => {
      const isChange = route.request().postData()?.includes('editableContentChangeMutation')
      if (isChange)
        await changeContent(t, ann, space, [{ operation: 'delete_page', page: await idOf('welcome') }])
      await route.continue()
    })
    await row(tab, 'Welcome').press('F2')
    await tab.keyboard.type('Hello')
    await tab.keyboard.press('Enter')
    await tab.getByText('The pages are as they were.').first().waitFor()
    await row(tab, 'Welcome').waitFor({ state: 'detached' })
    await row(tab, 'Hello').waitFor({ state: 'detached' })
    expect(person.complaints).toEqual([])
  })
})

async function idOf(path: string): Promise<string> {
  const { id } = (await call(ann, 'GET', `/spaces/${space}/content/path/${path}`)) as { id: string }
  return id
}
