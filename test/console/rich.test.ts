import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, space, call } = await buildHandbook(t)

const stored = async (id: string): Promise<string> =>
  String((await call(ann, 'GET', `/spaces/${space}/content/page/${id}?format=markdown`)).markdown)

const field = (tab: Page) => tab.getByRole('textbox', { name: /^Text of / })
const saved = (tab: Page) =>
  tab
    .getByRole('status')
    .getByText(/^Saved \d/)
    .waitFor()

/** Waits until the server has the text. */
const expectStored = (id: string, text: string) =>
  expect.poll(() => stored(id), { timeout: 20_000 }).toBe(text)

async function editRich(title: string, markdown: string) {
  const [id = ''] = await insertPages(t, ann, space, [{ title, markdown }])
  const person = await open(ann, `s/${space}/${title.toLowerCase()}?edit`)
  await field(person.tab).waitFor()
  await person.press('Rich')
  await person.tab.locator('[role=textbox].ProseMirror').waitFor()
  return { id, person, tab: person.tab }
}

/** Puts the cursor at the end of a text. A busy browser tells the editor of a click after later keys. */
async function goTo(tab: Page, text: string): Promise<void> {
  const target = field(tab).getByText(text, { exact: true }).first()
  await expect
    .poll(
      async () => {
        await target.click()
        await tab.keyboard.press('End')
        return tab.evaluate(endsAtCursor)
      },
      { timeout: 20_000 },
    )
    .toBe(text)
}

/** The text before the cursor, once the editor has read where the browser has put it. */
const endsAtCursor = () =>
  new Promise<string | undefined>((resolve) => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const { focusNode, focusOffset = 0 } = getSelection() ?? {}
        resolve(focusNode?.textContent?.slice(0, focusOffset))
      }),
    )
  })

const containers = [
  'First __line__',
  'goes on.  ',
  '',
  '{% hint style="info" %}',
  'In a hint.',
  '',
  '*  loose',
  '{% endhint %}',
  '',
  '',
  '| A|B |',
  '|--|:-:|',
  '| c| d |',
  '',
  '```js',
  'const a = 1',
  '```',
  '',
  '- [ ] to do',
  '',
  'Last',
].join('\n')

describe.skipIf(hasNoBrowser)(`the rich editor${browserNote}`, () => {
  it('changes only the lines of the block that is edited, and undoes to the same bytes', async () => {
    const { id, person, tab } = await editRich('Bytes', containers)
    await goTo(tab, 'In a hint.')
    await tab.keyboard.type(' More.')
    await saved(tab)
    await expectStored(id, containers.replace('In a hint.', 'In a hint. More.'))
    await goTo(tab, 'd')
    await tab.keyboard.press('Tab')
    await tab.keyboard.type('new')
    await tab.getByRole('checkbox', { name: 'Done' }).click()
    const changed = containers
      .replace('In a hint.', 'In a hint. More.')
      .replace('| c| d |', '| c| d |\n| new |  |')
      .replace('[ ]', '[x]')
    await expectStored(id, changed)
    await tab.locator('.ProseMirror').focus()
    for (let count = 0; count < 12 && (await stored(id)) !== containers; count += 1) {
      await tab.keyboard.press('Control+z')
      await tab.keyboard.press('Control+z')
      await saved(tab)
    }
    await expectStored(id, containers)
    await person.press('Markdown')
    await person.press('Rich')
    await tab.locator('[role=textbox].ProseMirror').waitFor()
    await person.expectAccessible()
    expect(await stored(id)).toBe(containers)
    expect(person.complaints).toEqual([])
    expect(person.strangers).toEqual([])
  })

  it('writes a page by keyboard alone: headings, lists, marks, blocks of the menu and code', async () => {
    const { id, person, tab } = await editRich('Keys', 'Start')
    await goTo(tab, 'Start')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('## Title')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('- one')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Control+b')
    await tab.keyboard.type('two')
    await tab.keyboard.press('Control+b')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('A * star')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('/warn')
    await tab.getByRole('option', { name: 'Hint: warning' }).waitFor()
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('Careful')
    await paste({ 'text/plain': '## Title\n\n- **bold**\n- two' })
    await expectStored(
      id,
      'Start\n\nAs it is: 2\\*3\\*4, a_b_c\n\nNormal **bold**\n\n## Title\n\n- **bold**\n- two',
    )
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('opens an island by keyboard, and takes what is composed by an input method', async () => {
    const { id, person, tab } = await editRich('Islands', 'Text\n\n```js\nconst a = 1\n```\n\nEnd\n')
    await tab.getByRole('button', { name: /^Edit code: / }).waitFor()
    await goTo(tab, 'Text')
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('Enter')
    await field(tab).getByLabel('Title', { exact: true }).fill('a.js')
    await field(tab).getByLabel('Code', { exact: true }).fill('const b = 2')
    await person.press('Apply')
    await expectStored(id, 'Text\n\n```js title="a.js"\nconst b = 2\n```\n\nEnd\n')
    await goTo(tab, 'End')
    const cdp = await tab.context().newCDPSession(tab)
    await cdp.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
    await cdp.send('Input.insertText', { text: '日本' })
    await expectStored(id, 'Text\n\n```js title="a.js"\nconst b = 2\n```\n\nEnd日本\n')
    expect(person.complaints).toEqual([])
  })
})
