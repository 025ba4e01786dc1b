import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent, insertPages } from '../support/content.ts'
import { queried } from '../support/graphql-request.ts'
import { statementsOf } from '../support/statements.ts'
import { consoleForFile } from './console.ts'
import { documentOf } from './documents.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile()
const { ann, bo, di, space } = await buildHandbook(t)

/** A group with a page that has pages below it, and a page that sites hide. */
const [group = ''] = await changeContent(t, ann, space, [
  { operation: 'insert_page', type: 'group', title: 'Reference' },
])
const [concepts = ''] = await insertPages(t, ann, space, [
  { title: 'Concepts', markdown: 'Text', into: group },
  { title: 'Drafts', markdown: 'Text', into: group, hidden: true },
])
await insertPages(t, ann, space, [{ title: 'Revisions', markdown: 'Text', into: concepts }])

it('the frame of a space takes at most 11 statements', async () => {
  const query = documentOf('SpaceScreenQuery')
  const read = () => queried(t, di, query, { space })
  await read()
  expect((await statementsOf(t, read)).length).toBeLessThanOrEqual(11)
})

describe.skipIf(hasNoBrowser)(`the frame of a space${browserNote}`, () => {
  it('shows the pages as a tree, which the keyboard moves in and the browser remembers', async () => {
    const person = await open(di, `s/${space}`)
    const { tab } = person
    await person.heading('Welcome')
    const tree = tab.getByRole('navigation', { name: 'Pages' })
    const current = tree.locator('[aria-current=page]')
    expect(await current.textContent()).toContain('Welcome')
    expect(await tree.getByRole('link').allTextContents()).toEqual(
      expect.arrayContaining(['Install', 'Upgrade', 'Reference', 'Concepts']),
    )
    await tree.getByText('Hidden on published sites').waitFor({ state: 'attached' })
    // The pages below a page are shown on demand.
    expect(await tree.getByRole('link', { name: 'Revisions' }).count()).toBe(0)
    await tree.getByRole('link', { name: 'Welcome' }).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) {
      await tab.keyboard.press(key)
    }
    expect(await tab.evaluate(() => document.activeElement?.textContent)).toContain('Revisions')
    await tab.keyboard.press('Enter')
    await person.heading('Revisions')
    await tab.waitForURL(`**/s/${space}/reference/concepts/revisions`)
    expect(await current.textContent()).toContain('Revisions')
    await tab.reload()
    await person.heading('Revisions')
    await tree.getByRole('link', { name: 'Revisions' }).waitFor()
    await tree.getByRole('button', { name: 'Pages below Reference' }).click()
    expect(await tree.getByRole('link', { name: 'Concepts' }).count()).toBe(0)
    await tab.reload()
    await tree.getByRole('link', { name: 'Upgrade' }).waitFor()
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('follows what others write and shows who is here, between two nodes', async () => {
    const one = await open(ann, `s/${space}/install`)
    const two = await open(bo, `s/${space}/install`, other)
    await one.heading('Install')
    await two.heading('Install')
    const here = (name: string) => one.tab.getByRole('list', { name: 'Here now' }).first().getByText(name)
    await here('Bo Chen').waitFor({ state: 'attached' })
    await two.tab
      .getByRole('list', { name: 'Here now' })
      .first()
      .getByText('Ann Smith')
      .waitFor({ state: 'attached' })
    await insertPages(other, bo, space, [{ title: 'Backups', markdown: 'Text' }])
    await one.tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Backups' }).waitFor()
    await two.tab.getByRole('link', { name: 'Home' }).click()
    await here('Bo Chen').waitFor({ state: 'detached' })
    expect([one.complaints, two.complaints]).toEqual([[], []])
  })
})
