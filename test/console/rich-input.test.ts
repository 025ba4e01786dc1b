import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { field } from './editing.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, space, call } = await buildHandbook(t)

const SOON = { timeout: 20_000 }
const PIXEL = [
  ...Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]

async function edit(title: string, markdown: string, mode: string) {
  const [id = ''] = await insertPages(t, ann, space, [{ title, markdown }])
  const person = await open(ann, `s/${space}/install`)
  const { tab } = person
  await tab.evaluate((name) => localStorage.setItem('quire-editor-mode', name), mode)
  await tab.goto(`${t.origin}/app/s/${space}/${title.toLowerCase()}?edit`)
  await field(tab).waitFor()
  await expect.poll(() => tab.evaluate(() => document.activeElement?.role)).toBe('textbox')
  const stored = async () =>
    String((await call(ann, 'GET', `/spaces/${space}/content/page/${id}?format=markdown`)).markdown)
  return { person, tab, stored }
}

/** Composes a text as an input method does: step by step, and then what was chosen. */
async function compose(tab: Page, steps: readonly string[], chosen: string): Promise<void> {
  const cdp = await tab.context().newCDPSession(tab)
  for (const text of steps) {
    const end = text.length
    await cdp.send('Input.imeSetComposition', { text, selectionStart: end, selectionEnd: end })
  }
  await cdp.send('Input.insertText', { text: chosen })
}

interface Dropped {
  name: string
  type: string
  data: readonly number[]
}

/** Drops files where a text is. */
const drop = (tab: Page, text: string, files: readonly Dropped[]) =>
  field(tab)
    .getByText(text, { exact: true })
    .first()
    .evaluate((element, files) => {
      const dataTransfer = new DataTransfer()
      for (const { name, type, data } of files)
        dataTransfer.items.add(new File([new Uint8Array(data)], name, { type }))
      const { left, bottom } = element.getBoundingClientRect()
      const place = { clientX: left + 2, clientY: bottom - 4 }
      element.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...place }),
      )
    }, files)

describe.skipIf(hasNoBrowser).each(['rich', 'markdown'])(`input in the %s mode${browserNote}`, (mode) => {
  it('is composed in Chinese and Japanese, also at the end of a heading and where blocks are completed', async () => {
    const { person, tab, stored } = await edit(`Composed-${mode}`, '## 标题\n\nEnd __x__\n', mode)
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.press('End')
    await compose(tab, ['n', 'ni', 'nih', 'nihao'], '你好')
    await expect.poll(stored, SOON).toBe('## 标题你好\n\nEnd __x__\n')
    await tab.keyboard.press('Enter')
    if (mode === 'markdown') await tab.keyboard.press('Enter')
    await compose(tab, ['に', 'にほ', 'にほん'], '日本')
    await compose(tab, ['ご'], '語')
    await expect.poll(stored, SOON).toBe('## 标题你好\n\n日本語\n\nEnd __x__\n')
    // What an input method has in its hands is neither a command nor a choice of the menu.
    await tab.keyboard.press('Enter')
    if (mode === 'markdown') await tab.keyboard.press('Enter')
    await tab.keyboard.type('/')
    await tab.getByRole('listbox').waitFor()
    await compose(tab, ['ひ'], '日')
    await expect.poll(stored, SOON).toBe('## 标题你好\n\n日本語\n\n/日\n\nEnd __x__\n')
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is written from right to left where its first letter is', async () => {
    const { person, tab, stored } = await edit(`Rtl-${mode}`, 'مرحبا\n\nHello\n', mode)
    const directionOf = (text: string) =>
      field(tab)
        .getByText(text)
        .first()
        .evaluate((element) => {
          // The side at which the line begins.
          const line = element.closest('p, .cm-line') ?? element
          const range = document.createRange()
          range.selectNodeContents(line)
          const { left, right } = range.getBoundingClientRect()
          const box = line.getBoundingClientRect()
          return left - box.left < box.right - right ? 'left' : 'right'
        })
    expect(await directionOf('مرحبا')).toBe('right')
    expect(await directionOf('Hello')).toBe('left')
    await tab.keyboard.press('Control+End')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('שלום עולם')
    await expect.poll(() => directionOf('שלום עולם')).toBe('right')
    await expect.poll(stored, SOON).toBe(`مرحبا\n\nHello\n\nשלום עולם${mode === 'rich' ? '\n' : ''}`)
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is dropped: an image and another file, uploaded in place', async () => {
    const { person, tab, stored } = await edit(`Dropped-${mode}`, 'Start\n\nEnd\n', mode)
    await drop(tab, 'Start', [{ name: 'pixel.png', type: 'image/png', data: PIXEL }])
    const withoutIds = async () => (await stored()).replace(/\/files\/\w+/g, '/files/ID')
    await expect.poll(withoutIds, SOON).toContain('![pixel](/files/ID)')
    await drop(tab, 'End', [{ name: 'notes.bin', type: 'application/octet-stream', data: [1, 2, 3] }])
    await expect.poll(withoutIds, SOON).toContain('{% file src="/files/ID" %}')
    const text = await withoutIds()
    expect(text).toContain('Start')
    expect(text.indexOf('![pixel]')).toBeLessThan(text.indexOf('End'))
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})
