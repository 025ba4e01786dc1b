import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { field } from './editing.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, space, call } = await buildHandbook(t)

const stored = async (id: string): Promise<string> =>
  String((await call(ann, 'GET', `/spaces/${space}/content/page/${id}?format=markdown`)).markdown)
const expectStored = (id: string, text: string) =>
  expect.poll(() => stored(id), { timeout: 20_000 }).toBe(text)

async function edit(title: string, markdown: string, mode: 'rich' | 'markdown', width = 1280) {
  const [id = ''] = await insertPages(t, ann, space, [{ title, markdown }])
  const person = await open(ann, `s/${space}/install`)
  const { tab } = person
  await tab.setViewportSize({ width, height: 800 })
  await tab.evaluate((name) => localStorage.setItem('quire-editor-mode', name), mode)
  await tab.goto(`${t.origin}/app/s/${space}/${title.toLowerCase()}?edit`)
  await field(tab).waitFor()
  return { id, person, tab }
}

const tool = (tab: Page, name: string) =>
  tab.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
/** Whether a tool is shown as on, once the editor has read where the cursor is. */
const isOn = (tab: Page, name: string) => () => tool(tab, name).getAttribute('aria-pressed')
const focused = (tab: Page) => () =>
  tab.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

/** Selects a line of text with keys. A busy browser tells the editor of a selection after later keys. */
async function select(tab: Page, text: string): Promise<void> {
  const line = field(tab).getByText(text, { exact: true }).first()
  await expect
    .poll(
      async () => {
        await line.click()
        await tab.keyboard.press('End')
        await tab.keyboard.press('Shift+Home')
        return tab.evaluate(
          () =>
            new Promise<string | undefined>((resolve) => {
              requestAnimationFrame(() => setTimeout(() => resolve(getSelection()?.toString())))
            }),
        )
      },
      { timeout: 20_000 },
    )
    .toBe(text)
}

describe.skipIf(hasNoBrowser)(`the tools of the editor${browserNote}`, () => {
  it('format a text on a phone of 320 px, where there are no keys for it', async () => {
    const { id, person, tab } = await edit('Phone', 'One\n\nTwo\n', 'rich', 320)
    await select(tab, 'One')
    // What the editor says about the text must not move the tools while they are pressed.
    await tool(tab, 'Bold').click()
    await expect.poll(isOn(tab, 'Bold')).toBe('true')
    await tool(tab, 'Italic').click()
    await tool(tab, 'Strikethrough').click()
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')
    await tool(tab, 'Task list').click()
    await expect.poll(isOn(tab, 'Task list')).toBe('true')
    await select(tab, 'Two')
    await tool(tab, 'Style: Text').click()
    await tab.getByRole('menuitemradio', { name: 'Heading 2' }).click()
    await tool(tab, 'Style: Heading 2').waitFor()
    await tool(tab, 'Code').click()
    await tool(tab, 'Insert a block').click()
    await tab.getByRole('menuitem', { name: 'Hint: info' }).click()
    await tab.keyboard.type('Mind')
    await tool(tab, 'Quote').click()
    await expectStored(
      id,
      '* [ ] ***~~One~~***\n\n## `Two`\n\n{% hint style="info" %}\n> Mind\n{% endhint %}\n',
    )
    await tool(tab, 'Undo').click()
    await tool(tab, 'Undo').click()
    await tool(tab, 'Redo').click()
    await expectStored(
      id,
      '* [ ] ***~~One~~***\n\n## `Two`\n\n{% hint style="info" %}\nMind\n{% endhint %}\n',
    )
    await person.expectAccessible()
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('are reached with Alt and F10, and left with Escape; one of them is a stop of Tab', async () => {
    const { id, person, tab } = await edit('Keys', '| a | b |\n| - | - |\n| c | d |\n', 'rich')
    await field(tab).getByText('c', { exact: true }).click()
    await tool(tab, 'Rows and columns').waitFor()
    await tab.keyboard.press('Alt+F10')
    await expect.poll(focused(tab)).toBe('Style: Text')
    await tab.keyboard.press('ArrowLeft')
    await expect.poll(focused(tab)).toBe('Redo')
    await tab.keyboard.press('Home')
    await tab.keyboard.press('ArrowRight')
    await expect.poll(focused(tab)).toBe('Bold')
    expect(await tab.locator('[role=toolbar] button[tabindex="0"]:not([role])').count()).toBe(1)
    await tab.keyboard.press('Escape')
    await expect.poll(focused(tab)).toMatch(/^Text of Keys/)
    // Where it was left.
    await tab.keyboard.press('Alt+F10')
    await expect.poll(focused(tab)).toBe('Bold')
    await tool(tab, 'Rows and columns').focus()
    await tab.keyboard.press('Enter')
    await expect.poll(focused(tab)).toBe('Row below')
    await tab.keyboard.press('ArrowDown')
    await expect.poll(focused(tab)).toBe('Column after')
    await tab.keyboard.press('Enter')
    await expect.poll(focused(tab)).toMatch(/^Text of Keys/)
    await expectStored(id, '| a |  | b |\n| - | --- | - |\n| c |  | d |\n')
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('lead to pages, their headings, files and addresses with links, in both modes', async () => {
    for (const mode of ['rich', 'markdown'] as const) {
      const title = `Links-${mode}`
      const { id, person, tab } = await edit(title, 'Words\n\n## Own part\n', mode)
      const dialog = tab.getByRole('dialog', { name: 'Link' })
      const target = dialog.getByRole('combobox', { name: 'Page, file or address' })
      await select(tab, 'Words')
      await tab.keyboard.press('Control+k')
      await target.fill('Inst')
      await dialog.getByRole('option', { name: /^Install/ }).waitFor()
      await person.expectAccessible()
      await tab.setViewportSize({ width: 1280, height: 800 })
      await target.press('Enter')
      await dialog.getByLabel('Heading').selectOption('Download')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await dialog.waitFor({ state: 'detached' })
      await expectStored(id, '[Words](install.md#download)\n\n## Own part\n')
      // The cursor is in the link, or behind it.
      await tab.keyboard.press('ArrowRight')
      await tab.keyboard.press('ArrowLeft')
      await tab.keyboard.press('Control+k')
      await expect.poll(() => target.inputValue()).toBe('install.md')
      expect(await dialog.getByLabel('Heading').inputValue()).toBe('download')
      await target.fill('www.example.com')
      await target.press('Enter')
      await expectStored(id, '[Words](https://www.example.com)\n\n## Own part\n')
      await tab.keyboard.press('Control+k')
      await dialog.getByRole('button', { name: 'Remove link' }).click()
      await expectStored(id, 'Words\n\n## Own part\n')
      await select(tab, 'Words')
      await tab.keyboard.press('ArrowRight')
      await tab.keyboard.type(' ')
      await tab.keyboard.press('Control+k')
      await target.fill(title)
      await target.press('Enter')
      await dialog.getByLabel('Heading').selectOption('Own part')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expectStored(id, 'Words [Own part](#own-part)\n\n## Own part\n')
      expect([person.complaints, person.strangers]).toEqual([[], []])
    }
  })

  it('mark what is doubtful, count it, and lead to the next, in both modes', async () => {
    const text = [
      'A [link](missing.md) and [**another**](install.md).',
      '',
      '![](/files/x)',
      '',
      '```md',
      '[code](missing.md)',
      '```',
      '',
      `${'word '.repeat(300)}end \`[code](missing.md)\``,
      '',
    ].join('\n')
    for (const mode of ['rich', 'markdown'] as const) {
      const { person, tab } = await edit(`Doubts-${mode}`, text, mode)
      const titles = () =>
        field(tab)
          .locator('[title]')
          .evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLElement).title))].sort())
      await expect
        .poll(titles)
        .toEqual(['There is no such page', 'This line is very long', 'This picture has no alternative text'])
      const count = tab.getByRole('button', { name: '3 things to check' })
      await count.waitFor()
      await person.expectAccessible()
      await tab.setViewportSize({ width: 1280, height: 800 })
      await count.click()
      // What is marked is where the cursor was led to.
      await expect.poll(focused(tab)).toMatch(/^Text of Doubts/)
      await call(ann, 'POST', `/spaces/${space}/content`, {
        changes: [
          {
            operation: 'insert_page',
            type: 'document',
            title: 'Missing',
            slug: 'missing',
            document: { markdown: 'x' },
          },
        ],
      })
      await tab.getByRole('button', { name: '2 things to check' }).waitFor()
      await expect.poll(titles).toEqual(['This line is very long', 'This picture has no alternative text'])
      const page = await call(ann, 'GET', `/spaces/${space}/content/path/missing`)
      await call(ann, 'POST', `/spaces/${space}/content`, {
        changes: [{ operation: 'delete_page', page: page.id }],
      })
      expect([person.complaints, person.strangers]).toEqual([[], []])
    }
  })

  it('say why a page of more than 300,000 characters is not edited as rich text', async () => {
    const { tab } = await edit('Long', 'A line of a long page.\n\n'.repeat(13_000), 'rich')
    await tab
      .getByText('This page has 312,000 characters. Pages of more than 300,000 are edited as Markdown')
      .waitFor()
    await tab.locator('.cm-content').waitFor()
    await tab.getByRole('button', { name: 'Markdown', exact: true }).click()
    await tab.getByText('This page has 312,000 characters').waitFor({ state: 'detached' })
  })
})
