import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, di, organization, space, call } = await buildHandbook(t)

/** A busy machine takes its time. */
const PATIENT = { timeout: 30_000 }
const parentOf = async (id: string) => (await call(ann, 'GET', `/spaces/${id}`)).parent

describe.skipIf(hasNoBrowser)(`the collections of an organization${browserNote}`, () => {
  it('are created, renamed and nested with the keyboard, which others see at once', async () => {
    const person = await open(ann, `o/${organization}`)
    const { tab } = person
    const watcher = await open(ann, `o/${organization}`, other)
    await watcher.heading('Acme')
    const create = async (title: string) => {
      await tab.getByRole('button', { name: 'New collection' }).press('Enter')
      const dialog = tab.getByRole('dialog', { name: 'New collection' })
      await dialog.getByLabel('Title').fill(title)
      await tab.keyboard.press('Enter')
      await tab.getByRole('link', { name: title }).waitFor()
    }
    await create('Manuals')
    await create('Internal')
    await watcher.tab.getByRole('link', { name: 'Internal' }).waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })

    const choose = async (of: string, action: string) => {
      await tab.getByRole('button', { name: `Actions for ${of}` }).press('Enter')
      await tab.getByRole('menuitem', { name: action }).press('Enter')
    }
    await choose('Internal', 'Move the collection…')
    const dialog = tab.getByRole('dialog', { name: 'Move Internal' })
    expect(await dialog.getByRole('option', { name: 'Internal' }).count()).toBe(0)
    await dialog.getByLabel('Into').selectOption({ label: 'Manuals' })
    await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await tab.getByText('Internal was moved.').first().waitFor()
    await tab.getByRole('heading', { level: 3 }).filter({ hasText: 'Manuals /' }).waitFor()

    await choose('Manuals', 'Rename…')
    const rename = tab.getByRole('dialog', { name: 'Title and description' })
    await rename.getByLabel('Title').fill('Handbooks')
    await rename.getByLabel('Description').fill('For everybody')
    await tab.keyboard.press('Enter')
    await watcher.tab.getByRole('link', { name: 'Handbooks' }).waitFor()
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await watcher.tab.getByRole('link', { name: 'Manuals' }).waitFor()
    expect([person.complaints, watcher.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('take spaces that are chosen, in an order that can be changed, and give them back', async () => {
    const { id: second } = await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Reference' })
    const { id } = await call(ann, 'POST', `/orgs/${organization}/collections`, { title: 'Shelf' })
    const person = await open(ann, `c/${id}`)
    const { tab } = person
    await person.heading('Shelf')
    await tab.getByRole('button', { name: 'Actions for Shelf' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Move spaces here…' }).press('Enter')
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Handbook').check()
    await dialog.getByLabel('Reference').check()
    await dialog.getByText('2 spaces').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await tab.getByText('2 spaces were moved.').first().waitFor()
    expect([await parentOf(space), await parentOf(String(second))]).toEqual([id, id])
    const spaces = tab.getByRole('region', { name: 'Spaces of Shelf' })
    const titles = () => spaces.locator('li a:first-child').allInnerTexts()
    await expect
      .poll(async () => (await titles()).map((one) => one.trim().split(/\s/).at(-1)), PATIENT)
      .toEqual(['Handbook', 'Reference'])
    await spaces.getByRole('button', { name: 'Actions for Reference' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Move up' }).press('Enter')
    await tab.getByText('Reference was moved.').first().waitFor()
    await expect
      .poll(async () => (await titles()).map((one) => one.trim().split(/\s/).at(-1)), PATIENT)
      .toEqual(['Reference', 'Handbook'])
    await spaces.getByRole('button', { name: 'Actions for Reference' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Move the space…' }).press('Enter')
    await tab.getByLabel('Into').selectOption({ label: 'Top of the organization' })
    await tab.getByRole('button', { name: 'Move', exact: true }).press('Enter')
    await expect.poll(() => parentOf(String(second)), PATIENT).toBeUndefined()
    expect(person.complaints).toEqual([])
  })

  it('are moved with Alt and an arrow, and keep the focus', async () => {
    const { id } = await call(ann, 'POST', `/orgs/${organization}/collections`, { title: 'Alps' })
    const titles = ['Zermatt', 'Wengen', 'Davos']
    for (const title of titles) {
      await call(ann, 'POST', `/orgs/${organization}/collections`, { title, parent: id })
    }
    const person = await open(ann, `c/${id}`)
    const { tab } = person
    const list = tab.getByRole('region', { name: 'Collections' })
    const shown = async () =>
      (await list.locator('li a:first-child').allInnerTexts()).map((one) => one.trim().split(/\s/).at(-1))
    const focused = () => tab.evaluate(() => document.activeElement?.textContent?.trim())
    await list.getByRole('link', { name: 'Davos' }).waitFor()
    const before = await shown()
    const last = before.at(-1) ?? ''
    await list.getByRole('link', { name: last }).press('Alt+ArrowUp')
    const reordered = [before[0], last, before[1]]
    await expect.poll(shown, PATIENT).toEqual(reordered)
    await expect.poll(focused, PATIENT).toContain(last)
    await tab.keyboard.press('Alt+ArrowDown')
    await expect.poll(shown, PATIENT).toEqual(before)
    await list.getByRole('link', { name: last }).press('Alt+ArrowRight')
    await expect.poll(shown, PATIENT).toEqual(before.slice(0, 2))
    await tab.getByRole('button', { name: 'Undo' }).last().press('Enter')
    await expect.poll(shown, PATIENT).toEqual(before)

    // On the home of the organization, collections are headings.
    await tab.goto(`${t.origin}/app/o/${organization}`)
    const heading = tab.getByRole('heading', { level: 3 }).filter({ hasText: last })
    await heading.filter({ hasText: 'Alps /' }).waitFor()
    await heading.getByRole('link').press('Alt+ArrowLeft')
    await heading.filter({ hasNotText: 'Alps /' }).waitFor()
    await expect.poll(focused, PATIENT).toContain(last)
    expect(person.complaints).toEqual([])
  })

  it('are deleted once they are empty and their title is typed', async () => {
    const { id } = await call(ann, 'POST', `/orgs/${organization}/collections`, { title: 'Old' })
    const person = await open(ann, `c/${id}`)
    const { tab } = person
    await tab.getByRole('button', { name: 'Actions for Old' }).press('Enter')
    await tab.getByRole('menuitem', { name: 'Delete the collection…' }).press('Enter')
    await tab.getByLabel('Type “Old” to confirm').fill('old')
    await tab.keyboard.press('Enter')
    await person.heading('Acme')
    await tab.getByText('The collection Old was deleted.').first().waitFor()
    expect(person.complaints).toEqual([])
  })

  it('have no menus for those who can only read', async () => {
    const person = await open(di, `o/${organization}`)
    await person.tab.getByRole('link', { name: 'Manuals' }).waitFor()
    expect(await person.tab.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
    expect(await person.tab.getByRole('button', { name: 'New collection' }).count()).toBe(0)
    expect(person.complaints).toEqual([])
  })
})
