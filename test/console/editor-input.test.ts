import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { field, SAVED, state } from './editing.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile({}, { editor: 'markdown' })
const { ann, bo, organization, space, call } = await buildHandbook(t)

async function edit(title: string, markdown: string) {
  const [id = ''] = await insertPages(t, ann, space, [{ title, markdown }])
  const person = await open(bo, `s/${space}/${title.toLowerCase()}?edit`)
  const { tab } = person
  await field(tab).waitFor()
  await tab.keyboard.press('Control+End')
  /** The text on the server, once the editor says that it is there. */
  const saved = async () => {
    await state(tab, SAVED)
    return String((await call(ann, 'GET', `/spaces/${space}/content/page/${id}?format=markdown`)).markdown)
  }
  return { person, tab, saved }
}

/** Pastes what another program has copied. */
const paste = (
  tab: Page,
  kinds: Record<string, string>,
  file?: { name: string; type: string; data: number[] },
) =>
  field(tab).evaluate(
    (element, { kinds, file }) => {
      const clipboardData = new DataTransfer()
      for (const [kind, text] of Object.entries(kinds)) clipboardData.setData(kind, text)
      if (file) clipboardData.items.add(new File([new Uint8Array(file.data)], file.name, { type: file.type }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { kinds, file },
  )

/** A save comes after a rest of two seconds. */
const SOON = { timeout: 20_000 }

const PIXEL = [
  ...Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
]

const HTML = `<meta charset="utf-8"><b style="font-weight:normal"><h1>Title</h1><p>Some <strong>bold </strong>text, a
<a href="https://example.com/a(b)">link</a> and <code>code</code>.</p><ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>
<table><tr><th>Name</th><th>Price</th></tr><tr><td>A|B</td><td>1</td></tr></table>
<pre><code class="language-js">let a = 1
</code></pre><script>alert(1)</script></b>`

describe.skipIf(hasNoBrowser)(`input in the editor${browserNote}`, () => {
  it('is completed: blocks after a slash, people after an at sign, pages in links, all with keys', async () => {
    const { person, tab, saved } = await edit('Completed', '')
    const list = tab.getByRole('listbox', { name: 'What can be inserted' })
    await tab.keyboard.type('/warn')
    await list.getByRole('option', { name: 'Hint: warning' }).waitFor()
    await person.expectAccessible()
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('Mind, @Cy')
    await list.getByRole('option', { name: 'Cy Miller' }).waitFor()
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('and [[Inst')
    await list.getByRole('option', { name: 'Install' }).waitFor()
    await tab.keyboard.press('ArrowDown')
    await tab.keyboard.press('ArrowUp')
    await tab.keyboard.press('Tab')
    await tab.keyboard.type(' or [up](Upg')
    await list.getByRole('option', { name: 'Upgrade' }).waitFor()
    await tab.keyboard.press('Enter')
    // Closed by Escape: what follows is text.
    await tab.keyboard.type(' @C')
    await list.waitFor()
    await tab.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    expect(await saved()).toMatch(
      /^\{% hint style="warning" %\}\nMind, \[@Cy Miller\]\(\/users\/\w+ "mention"\) and \[Install\]\(install\.md\) or \[up\]\(upgrade\.md\) @C\n\{% endhint %\}$/,
    )
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('is converted when it is pasted: HTML, cells of a spreadsheet, and files with their progress in place', async () => {
    const { person, tab, saved } = await edit('Pasted', 'Start.\n\n')
    await paste(tab, { 'text/html': HTML, 'text/plain': 'Title' })
    await tab.keyboard.type('\n\n')
    await paste(tab, { 'text/plain': 'Name\tPrice\nTea\t1\n' })
    await tab.keyboard.type('\n\n')
    await paste(tab, {}, { name: 'pixel.png', type: 'image/png', data: PIXEL })
    await field(tab).getByText('![pixel](/files/').waitFor()
    const text = await saved()
    expect(text.replace(/file_\w+|\/files\/\w+/, '/files/ID')).toBe(
      [
        'Start.',
        '## Title',
        'Some **bold** text, a [link](https://example.com/ab) and `code`.',
        '- One\n  - Inner\n- Two',
        '| Name | Price |\n| --- | --- |\n| A\\|B | 1 |',
        '```js\nlet a = 1\n```',
        '| Name | Price |\n| --- | --- |\n| Tea | 1 |',
        '![pixel](/files/ID)',
      ].join('\n\n'),
    )
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })

  it('keeps the bytes of lines that nobody touched, composes Japanese, and marks what is doubtful', async () => {
    const { tab, saved } = await edit(
      'Bytes',
      '* __bold__\r\n\r\nSee [nothing](missing.md) and ![](/files/x).\r\n\r\n',
    )
    const doubts = field(tab).locator('[title]')
    await doubts.first().waitFor()
    expect(await doubts.evaluateAll((all) => all.map((one) => (one as HTMLElement).title))).toEqual([
      'There is no such page',
      'This picture has no alternative text',
    ])
    const cdp = await tab.context().newCDPSession(tab)
    await cdp.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    await cdp.send('Input.insertText', { text: '日本語' })
    expect(await saved()).toBe('* __bold__\r\n\r\nSee [nothing](missing.md) and ![](/files/x).\r\n\r\n日本語')
  })

  it('changes what a page has besides its text in a form', async () => {
    const { person, tab } = await edit('Settings', 'Text.\n')
    const form = tab.getByRole('form', { name: 'Page settings' })
    await form.getByLabel('Title', { exact: true }).fill('Renamed')
    await form.getByLabel('Description').fill('What it is about.')
    await form.getByLabel('Emoji').fill('🚀')
    await form.getByLabel('Hidden in the table of contents').check()
    await form.getByRole('button', { name: 'Save the settings' }).click()
    await tab.getByText('Settings saved').first().waitFor()
    const page = await call(ann, 'GET', `/spaces/${space}/content/path/settings`)
    expect(page).toMatchObject({
      title: 'Renamed',
      description: 'What it is about.',
      emoji: '1f680',
      hidden: true,
    })
    await tab.keyboard.press('Escape')
    expect(person.complaints).toEqual([])
  })

  it('edits an image and the front matter in forms, also before the first edit of a space that is locked', async () => {
    const locked = await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Locked' })
    const text = '![Old](/files/x)\n\nText.\n'
    await insertPages(t, ann, String(locked.id), [{ title: 'Forms', markdown: text }])
    await call(ann, 'PATCH', `/spaces/${locked.id}`, { editMode: 'locked' })
    const person = await open(bo, `s/${locked.id}/forms?edit`)
    const { tab } = person
    await field(tab).waitFor()
    const form = tab.getByRole('form', { name: 'Cover, layout and variables' })
    await form.getByLabel('Cover', { exact: true }).first().fill('/files/x')
    await form.getByLabel('Width').selectOption('Wide')
    await form.getByLabel('Outline').uncheck()
    await form.getByLabel(/^Variables/).fill('plan: pro')
    await form.getByRole('button', { name: 'Apply to the text' }).click()
    await tab.waitForURL(/\/changes\/1\//)
    await state(tab, SAVED)
    const settings = tab.getByRole('form', { name: 'Page settings' })
    await settings.getByLabel('Description').fill('About forms.')
    await settings.getByRole('button', { name: 'Save the settings' }).click()
    await tab.getByText('Settings saved').first().waitFor()
    const head =
      '---\ncover: /files/x\nlayout:\n  width: wide\n  outline:\n    visible: false\nvars:\n  plan: pro\n---\n\n'
    const written = async () =>
      String(
        (await call(ann, 'GET', `/spaces/${locked.id}/change-requests/1/content/path/forms?format=markdown`))
          .markdown,
      )
    expect(await written()).toBe(head + text)

    await tab.getByRole('button', { name: 'Edit image' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Edit image' })
    await dialog.getByLabel('Alternative text').fill('New')
    await dialog.getByLabel('Width').fill('300')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(written, SOON).toContain('<figure><img src="/files/x" alt="New" width="300"></figure>')
    await person.press('Rich')
    await tab.getByRole('button', { name: /^Edit HTML: / }).click()
    await field(tab).getByLabel('Caption').fill('What it shows')
    await field(tab).getByLabel('Address on dark pages').fill('/files/y')
    await person.press('Apply')
    await expect
      .poll(written, SOON)
      .toBe(
        `${head}<figure><picture><source srcset="/files/y" media="(prefers-color-scheme: dark)"><img src="/files/x" alt="New" width="300"></picture><figcaption><p>What it shows</p></figcaption></figure>\n\nText.\n`,
      )
    expect([person.complaints, person.strangers]).toEqual([[], []])
  })
})
