import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, organization } = await buildHandbook(t)

describe.skipIf(hasNoBrowser)(`the frame of the console${browserNote}`, () => {
  it('shows the organizations of the person, and that it is live', async () => {
    const person = await open(ann, '')
    await person.tab.getByRole('link', { name: 'Acme' }).waitFor()
    await person.tab.getByRole('status').getByText('Live').first().waitFor()
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
    await person.tab.getByRole('link', { name: 'Acme' }).click()
    await person.tab.waitForURL(`**/app/o/${organization}`)
  })

  it('says so where there is nothing', async () => {
    const person = await open(ann, 's/nothing')
    await person.heading('Nothing here')
    expect(person.complaints).toEqual([])
  })

  it('goes to other screens and lists all keys with single keys, which can be turned off', async () => {
    const { tab } = await open(ann, 'inbox')
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    await tab.keyboard.press('g')
    await tab.keyboard.press('h')
    await tab.waitForURL('**/app/')
    await tab.keyboard.press('?')
    const keys = tab.getByRole('dialog', { name: 'Keys' })
    await keys.getByText('Go to the home page').waitFor()
    // In a dialog the keys of the page do nothing.
    await tab.keyboard.press('/')
    await tab.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    expect(new URL(tab.url()).pathname).toBe('/app/')
    await tab.evaluate(() =>
      fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-quire-console': '1' },
        body: '{"query":"mutation { updatePreferences(input: { keyBindings: false }) { preferences { keyBindings } } }"}',
      }),
    )
    await tab.reload()
    await tab.getByRole('navigation', { name: 'Main' }).waitFor()
    await tab.keyboard.press('?')
    await tab.keyboard.press('g')
    await tab.keyboard.press('h')
    expect(await keys.count()).toBe(0)
  })
})
