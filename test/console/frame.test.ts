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
})
