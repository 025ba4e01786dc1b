import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, bo, space, call } = await buildHandbook(t)

describe.skipIf(hasNoBrowser)(`the command menu of the console${browserNote}`, () => {
  it('finds spaces, pages, change requests and what the screen can do, by the keyboard alone', async () => {
    await call(bo, 'POST', `/spaces/${space}/change-requests`, { subject: 'Shorten the guide' })
    const person = await open(ann, '')
    const { tab } = person
    const menu = tab.getByRole('dialog', { name: 'Search or jump to' })
    const option = (name: string | RegExp) => menu.getByRole('option', { name })
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    await tab.keyboard.press('Control+k')
    await option('Handbook').waitFor()
    await option('Go to the inbox').waitFor()
    await person.expectAccessible()

    await tab.keyboard.type('inst')
    await option(/^Install\s*Handbook/).waitFor()
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`**/app/s/${space}/install`)
    await menu.waitFor({ state: 'detached' })

    await tab.keyboard.press('Control+k')
    // What was opened last is first, and chosen.
    await menu.getByRole('group', { name: 'Recent' }).getByRole('option', { selected: true }).waitFor()
    await tab.keyboard.type('shorten')
    await option(/Shorten the guide/).waitFor()
    await tab.keyboard.press('ArrowUp')
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`**/app/s/${space}/changes/1`)

    await tab.keyboard.press('Control+k')
    await tab.keyboard.type('all keys')
    await option('Show all keys').waitFor()
    await tab.keyboard.press('Enter')
    await tab.getByRole('dialog', { name: 'Keys' }).waitFor()
    await tab.keyboard.press('Escape')
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('searches all spaces on a screen whose address has the words', async () => {
    const person = await open(ann, '')
    const { tab } = person
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    await tab.keyboard.press('/')
    const field = tab.getByRole('searchbox', { name: 'Search in all spaces' })
    await field.waitFor()
    await tab.getByText('Search the pages of all spaces that you can see.').waitFor()
    await field.fill('archive "unpack it"')
    await tab.waitForURL('**/app/search?q=archive+%22unpack+it%22')
    const results = tab.getByRole('region', { name: 'Matches in Handbook' })
    await results.getByRole('link', { name: 'Install' }).waitFor()
    expect(await results.locator('mark').allTextContents()).toContain('archive')
    await person.expectAccessible()

    await field.press('Enter')
    await tab.keyboard.press('j')
    await tab.keyboard.press('Enter')
    await tab.waitForURL(`**/app/s/${space}/install**`)
    await tab.goBack()
    await results.waitFor()
    await field.fill('unicorns')
    await tab.getByText('No page has all of these words: unicorns').waitFor()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})
