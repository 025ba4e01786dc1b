import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent, insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { field, SAVED, state } from './editing.ts'
import { buildHandbook } from './handbook.ts'

const { t, other, open } = await consoleForFile({}, { editor: 'markdown' })
const { ann, bo, di, space, call } = await buildHandbook(t)

/** A page of its own for a test. */
async function write(title: string, markdown: string): Promise<{ id: string; path: string }> {
  const [id = ''] = await insertPages(t, ann, space, [{ title, markdown }])
  return { id, path: title.toLowerCase().replaceAll(' ', '-') }
}

const stored = async (id: string): Promise<string> =>
  String((await call(ann, 'GET', `/spaces/${space}/content/page/${id}?format=markdown`)).markdown)
const revision = async () => (await call(ann, 'GET', `/spaces/${space}/content`)).id
const update = (page: string, markdown: string) =>
  changeContent(other, bo, space, [{ operation: 'update_page', page, document: { markdown } }])

async function edit(who: typeof ann, path: string, node = t) {
  const person = await open(who, `s/${space}/${path}?edit`, node)
  await field(person.tab).waitFor()
  return person
}

describe.skipIf(hasNoBrowser)(`the editor${browserNote}`, () => {
  it('opens with E, saves after a rest, and shows the text to a reader on another node', async () => {
    const { id, path } = await write('Typing', 'First line.\n\nLast line.\n')
    const reader = await open(di, `s/${space}/${path}`, other)
    await reader.heading('Typing')
    await reader.tab.getByRole('status').getByText('Live').first().waitFor()
    expect(await reader.tab.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
    const person = await open(bo, `s/${space}/${path}`)
    const { tab } = person
    await person.heading('Typing')
    await tab.keyboard.press('e')
    await field(tab).waitFor()
    await tab.waitForURL('**/typing?edit*')
    await tab.keyboard.press('Control+End')
    await tab.keyboard.type('More text.')
    await state(tab, 'Edited')
    await state(tab, SAVED)
    expect(await stored(id)).toBe('First line.\n\nLast line.\nMore text.')
    await reader.tab.getByText('Bo Chen changed this page.').waitFor()
    await reader.tab.getByRole('list', { name: 'Here now' }).first().waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await tab.getByRole('button', { name: 'Preview' }).click()
    await tab.getByRole('region', { name: 'Preview' }).getByText('More text.').waitFor()
    await person.press('Done')
    await field(tab).waitFor({ state: 'detached' })
    await tab.getByRole('main').getByText('More text.').waitFor()
    expect(await tab.getByText('changed this page').count()).toBe(0)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('sends nothing for a text that was opened, focused and left', async () => {
    const { path } = await write(
      'Untouched',
      '---\r\nicon: star\r\n---\r\n\r\nSetext\r\n------\r\n\r\n* __bold__\r\n',
    )
    const before = await revision()
    const person = await edit(bo, path)
    const { tab } = person
    let saves = 0
    tab.on('request', (request) => {
      if (request.postData()?.includes('sendSaveMutation')) saves++
    })
    await field(tab).click()
    await tab.keyboard.type('x')
    await tab.keyboard.press('Control+z')
    await person.press('Done')
    await person.heading('Untouched')
    expect([saves, await revision()]).toEqual([0, before])
  })

  it('shows what others save in place, merges it, and lets the later writer decide about the same lines', async () => {
    const { id, path } = await write('Together', 'One.\n\nTwo.\n\nThree.\n')
    const person = await edit(ann, path)
    const { tab } = person
    await tab.getByRole('status').getByText('Live').first().waitFor()
    await tab.keyboard.press('Control+End')
    await update(id, 'Uno.\n\nTwo.\n\nThree.\n')
    await field(tab).getByText('Uno.').waitFor()
    // The cursor has stayed at the end.
    await tab.keyboard.type('Four.')
    await update(id, 'Uno.\n\nDue.\n\nThree.\n')
    await state(tab, SAVED)
    await field(tab).getByText('Due.').waitFor()
    expect(await stored(id)).toBe('Uno.\n\nDue.\n\nThree.\nFour.')
    await tab.keyboard.type(' And five.')
    await update(id, 'Uno.\n\nDue.\n\nThree.\nQuattro.')
    await tab.getByRole('button', { name: 'Compare' }).click()
    const panel = tab.getByRole('region', { name: 'Somebody else changed the same lines' })
    await panel.getByText('Quattro.').waitFor()
    await panel.getByText('Four. And five.').waitFor()
    await person.expectAccessible()
    await tab.setViewportSize({ width: 1280, height: 800 })
    await panel.getByRole('button', { name: 'Both' }).click()
    await panel.getByRole('button', { name: 'Save the result' }).click()
    await state(tab, SAVED)
    expect(await stored(id)).toBe('Uno.\n\nDue.\n\nThree.\nQuattro.\nFour. And five.')
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})
