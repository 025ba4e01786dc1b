import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile({}, { editor: 'markdown' })
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
    await expectStored(
      id,
      'Start\n\n## Title\n\n- one\n  - **two**\n\nA * star\n\n{% hint style="warning" %}\nCareful\n{% endhint %}',
    )
    expect(person.complaints).toEqual([])
  })

  it('edits what tags have besides their text: the style of a hint, the date of an update', async () => {
    const source = `${'{% hint style="info" %}'}\nMind\n{% endhint %}\n\n{% updates %}\n{% update date="2026-01-01" %}\nNew\n{% endupdate %}\n{% endupdates %}`
    const { id, person, tab } = await editRich('Tags', source)
    await goTo(tab, 'Mind')
    await tab.keyboard.press('Shift+Tab')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Escape')
    await tab.keyboard.type('!')
    await goTo(tab, 'New')
    await tab.keyboard.press('Shift+Tab')
    await tab.keyboard.type('2026-02-03')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('!')
    await expectStored(
      id,
      source
        .replace('info', 'success')
        .replace('Mind', '!Mind')
        .replace('01-01', '02-03')
        .replace('New', '!New'),
    )
    await person.expectAccessible()
    expect(person.complaints).toEqual([])
  })

  it('keeps what is typed in the form of a block, whoever leaves it without applying', async () => {
    const { id, person, tab } = await editRich('Forms', 'Start\n\n![Old](/files/x)\n')
    await goTo(tab, 'Start')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('/code')
    await tab.getByRole('option', { name: 'Code', exact: true }).waitFor()
    await tab.keyboard.press('Enter')
    const code = field(tab).getByLabel('Code', { exact: true })
    await expect.poll(() => code.evaluate((area) => area === document.activeElement)).toBe(true)
    await tab.keyboard.type('let a')
    const page = (source: string) => `Start\n\n\`\`\`\n${source}\n\`\`\`\n\n![Old](/files/x)\n`
    await expectStored(id, page('let a'))
    await tab.keyboard.type(' = 1')
    await person.press('Markdown')
    await tab.getByRole('button', { name: 'Edit image' }).click()
    await tab.getByLabel('Alternative text').fill('New')
    await expectStored(id, page('let a = 1').replace('Old', 'New'))
    await tab.keyboard.press('Escape')
    await expectStored(id, page('let a = 1'))
    await person.press('Rich')
    await tab.getByRole('button', { name: /^Edit code: / }).focus()
    await tab.keyboard.press('Enter')
    await code.fill('let b')
    await tab.keyboard.press('Control+Enter')
    await code.waitFor({ state: 'detached' })
    await tab.keyboard.type('below')
    await expectStored(id, page('let b').replace('\n\n!', '\n\nbelow\n\n!'))
    expect(person.complaints).toEqual([])
  })

  it('converts what is pasted: Markdown, and HTML with the styles of Google Docs', async () => {
    const { id, person, tab } = await editRich('Pasted', 'Start')
    await goTo(tab, 'Start')
    const paste = async (kinds: Record<string, string>) => {
      await tab.keyboard.press('Enter')
      await field(tab).evaluate((element, kinds) => {
        const clipboardData = new DataTransfer()
        for (const [kind, text] of Object.entries(kinds)) clipboardData.setData(kind, text)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, kinds)
    }
    await paste({ 'text/plain': 'As it is: 2*3*4, a_b_c' })
    await paste({
      'text/plain': 'Normal bold',
      'text/html':
        '<b style="font-weight:normal;" id="docs-internal-guid-1"><span style="font-weight:400">Normal </span><span style="font-weight:700">bold</span></b>',
    })
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
