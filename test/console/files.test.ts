import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, space, call } = await buildHandbook(t)
await call(ann, 'PATCH', `/spaces/${space}`, { editMode: 'live' })
await insertPages(t, ann, space, [
  { title: 'Links', markdown: 'One to [nowhere](nowhere.md), one to [install](install.md).' },
])

const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes.') }
const picture = {
  name: 'picture.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="4" height="2"/></svg>',
  ),
}

describe.skipIf(hasNoBrowser)(`the files of a space${browserNote}`, () => {
  it('are uploaded, renamed and deleted by editors, and others see it at once', async () => {
    const reader = await open(di, `s/${space}/~files`, other)
    await reader.heading('Files')
    await reader.tab.getByText('No files yet.').waitFor()
    expect(await reader.tab.getByRole('button', { name: 'Upload files' }).count()).toBe(0)
    await reader.tab.getByRole('status').getByText('Live').first().waitFor()
    const person = await open(bo, `s/${space}/~files`)
    const { tab } = person
    await person.heading('Files')
    await tab.locator('input[type=file]').setInputFiles([notes, picture])
    await tab.getByRole('cell', { name: 'notes.txt', exact: true }).waitFor()
    await tab.getByRole('cell', { name: 'picture.svg', exact: true }).waitFor()
    await reader.tab.getByRole('cell', { name: 'notes.txt', exact: true }).waitFor()
    await person.expectAccessible()
    await tab.getByRole('button', { name: 'Actions for notes.txt' }).click()
    await tab.getByRole('menuitem', { name: 'Rename' }).click()
    await tab.getByRole('dialog').getByLabel('Name').fill('minutes.txt')
    await person.expectAccessible()
    await tab.getByRole('dialog').getByLabel('Name').press('Enter')
    await tab.getByRole('cell', { name: 'minutes.txt', exact: true }).waitFor()
    await reader.tab.getByRole('cell', { name: 'minutes.txt', exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Undo' }).click()
    await reader.tab.getByRole('cell', { name: 'notes.txt', exact: true }).waitFor()
    await tab.getByRole('button', { name: 'Actions for notes.txt' }).click()
    await tab.getByRole('menuitem', { name: 'Delete' }).click()
    const confirm = tab.getByRole('dialog').getByRole('button', { name: 'Delete' })
    expect(await confirm.isDisabled()).toBe(true)
    await tab.getByRole('dialog').getByRole('textbox').fill('notes.txt')
    await person.expectAccessible()
    await confirm.click()
    await tab.getByRole('cell', { name: 'notes.txt', exact: true }).waitFor({ state: 'detached' })
    await reader.tab.getByRole('cell', { name: 'notes.txt', exact: true }).waitFor({ state: 'detached' })
    expect([person.complaints, reader.complaints, person.strangers]).toEqual([[], [], []])
  })

  it('links show those that lead to nothing, with the page that has them', async () => {
    const person = await open(di, `s/${space}/~links`)
    const { tab } = person
    await person.heading('Links')
    await tab.getByRole('cell', { name: 'nowhere.md', exact: true }).waitFor()
    expect(await tab.getByRole('cell', { name: 'install.md', exact: true }).count()).toBe(0)
    await person.expectAccessible()
    await tab.getByRole('link', { name: 'All', exact: true }).click()
    await tab.getByRole('cell', { name: 'install.md', exact: true }).first().waitFor()
    await tab.getByRole('main').getByRole('link', { name: 'Links' }).last().click()
    await person.heading('Links')
    expect(person.complaints).toEqual([])
  })
})
