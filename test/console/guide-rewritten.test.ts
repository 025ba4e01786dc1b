import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { guidePages, guidePictures } from '../../src/demo/guide.ts'
import { browserNote, hasNoBrowser } from '../support/browser.ts'
import { changeContent, insertPages } from '../support/content.ts'
import { consoleForFile } from './console.ts'
import { field } from './editing.ts'
import { buildHandbook } from './handbook.ts'

const { t, open } = await consoleForFile()
const { ann, organization, call } = await buildHandbook(t)

type Mode = 'rich' | 'markdown'

/** A space with the guide of the first start. */
async function buildGuide() {
  const { id: space } = await call(ann, 'POST', `/orgs/${organization}/spaces`, { title: 'Guide' })
  const pictures = guidePictures()
  const files = pictures.map(({ file, bytes }) => ({ name: file, base64: bytes.toString('base64') }))
  await changeContent(t, ann, String(space), [{ operation: 'insert_files', files }])
  const { items } = (await call(ann, 'GET', `/spaces/${space}/content/files`)) as {
    items: { id: string; name: string }[]
  }
  const idOf = (name: string) => items.find((file) => file.name === name)?.id ?? ''
  const [review, page] = ['review', 'page'].map((wanted) => {
    const { file = '' } = pictures.find(({ name }) => name === wanted) ?? {}
    return `/files/${idOf(file)}`
  }) as [string, string]
  const pages = guidePages({ review, page })
  await insertPages(
    t,
    ann,
    String(space),
    pages.map((page) => ({ ...page })),
  )
  return { space: String(space), sources: new Map(pages.map(({ slug, markdown }) => [slug, markdown])) }
}

/** What is at the cursor, once the editor has read where the browser has put it. */
const atCursor = () =>
  new Promise<{ text: string; after: string }>((resolve) => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const selection = getSelection()
        const { focusNode: node, anchorOffset = 0, focusOffset = 0 } = selection ?? {}
        const child = node instanceof Element ? node.childNodes[Math.min(anchorOffset, focusOffset)] : null
        const island = child instanceof Element ? child.querySelector(':scope > button') : null
        const inside = node instanceof Element ? node : node?.parentElement
        const block = inside?.closest('.cm-line, p, h1, h2, h3, h4, td, [data-tag=summary]')
        if (island || !node || !block) {
          resolve({ text: island?.getAttribute('aria-label') ?? '', after: '' })
          return
        }
        const rest = document.createRange()
        rest.setStart(node, focusOffset)
        rest.setEnd(block, block.childNodes.length)
        resolve({ text: block.textContent ?? '', after: rest.toString() })
      }),
    )
  })

/** Somebody who edits a page without a pointer. */
class Writer {
  readonly tab: Page
  readonly mode: Mode

  constructor(tab: Page, mode: Mode) {
    this.tab = tab
    this.mode = mode
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.tab.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.tab.keyboard.type(text)
  }

  /** Goes down to a block or an island with these words. */
  async goTo(words: string): Promise<void> {
    const seen: string[] = []
    for (let step = 0; step < 120; step += 1) {
      const { text } = await this.tab.evaluate(atCursor)
      if (text.includes(words)) return
      if (seen.at(-1) !== text) seen.push(text)
      await this.press('ArrowDown')
    }
    throw new Error(`The keyboard does not reach “${words}”. It was at:\n${seen.join('\n')}`)
  }

  /** Goes to the end of a block with these words, however many lines it has on this screen. */
  async goToEnd(words: string): Promise<void> {
    await this.goTo(words)
    const seen: string[] = []
    for (let step = 0; step < 40; step += 1) {
      await this.press('End')
      const { text, after } = await this.tab.evaluate(atCursor)
      if (text.includes(words) && after === '') return
      seen.push(`${text} | ${after}`)
      await this.press('ArrowDown')
    }
    throw new Error(`The keyboard does not reach the end of “${words}”:\n${seen.join('\n')}`)
  }

  async append(words: string, text: string): Promise<void> {
    await this.goToEnd(words)
    await this.type(text)
  }

  /** Changes the caption of the picture at the cursor in its form. */
  async caption(text: string): Promise<void> {
    await this.press(this.mode === 'rich' ? 'Enter' : 'Alt+Enter')
    const caption = this.tab.getByLabel('Caption')
    await caption.waitFor()
    await expect.poll(() => this.tab.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await this.press('Tab', 'Tab', 'Control+a')
    await this.type(text)
    await this.press('Control+Enter')
    await caption.waitFor({ state: 'detached' })
  }

  /** Inserts a link to a page that is found by its title. */
  async link(title: string): Promise<void> {
    await this.press('Control+k')
    const dialog = this.tab.getByRole('dialog', { name: 'Link' })
    await dialog.getByRole('combobox').waitFor()
    await expect.poll(() => this.tab.evaluate(() => document.activeElement?.role)).toBe('combobox')
    await this.type(title)
    await dialog.getByRole('option', { selected: true }).waitFor()
    await this.press('Enter', 'Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => this.tab.evaluate(() => document.activeElement?.role)).toBe('textbox')
  }
}

async function rewriteBlocks(writer: Writer): Promise<void> {
  const isRich = writer.mode === 'rich'
  await writer.append('A space is a tree', ' It stays yours.')
  await writer.goTo('<figure>')
  await writer.caption('The outline is at the right.')
  await writer.append('Links', ' between pages')
  await writer.append('A link to a page of the same space', ' See ')
  await writer.link('Change req')
  await writer.type('.')
  if (isRich) {
    await writer.goTo('A hint draws attention')
    // To the style of the hint, and to the title of the tab around it.
    await writer.press('Shift+Tab', 'Shift+Tab', 'Control+a')
    await writer.type('A hint')
    await writer.press('Enter')
  } else {
    await writer.goToEnd('{% tab title="Hint" %}')
    await writer.press(...Array.from({ length: 4 }, () => 'ArrowLeft'), 'Control+Shift+ArrowLeft')
    await writer.type('A hint')
  }
  await writer.append('A hint draws attention', ' Use it rarely.')
  if (isRich) {
    await writer.goTo('Code')
    await writer.press('Tab', 'End', 'Control+Enter', 'Shift+Tab')
    await writer.type('Line')
    await writer.press('Tab')
    await writer.type('three signs')
  } else {
    await writer.goToEnd('three backticks')
    await writer.press('Enter')
    await writer.type('| Line | three signs |')
  }
  await writer.goToEnd('Change it')
  if (isRich) {
    await writer.press('Control+Enter', 'Enter')
    await writer.type('Share it')
  } else {
    await writer.press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Delete')
    await writer.type('x')
    await writer.press('End', 'Enter')
    await writer.type('- [ ] Share it')
  }
  await writer.goToEnd('More blocks')
  if (!isRich) await writer.press(...Array.from('</summary>', () => 'ArrowLeft'))
  await writer.type(' to try')
  await writer.append('Columns, cards, steps', ' Try them.')
  await writer.append('With the API', ' of Quire')
  if (isRich) {
    await writer.goTo('Edit code')
    await writer.press('Enter')
    await expect.poll(() => writer.tab.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await writer.press('Control+End')
    await writer.type('\n# Done')
    await writer.press('Control+Enter')
    await expect.poll(() => writer.tab.evaluate(() => document.activeElement?.role)).toBe('textbox')
    await writer.press('Control+Enter')
    await writer.type('> Kept byte for byte.')
  } else {
    await writer.append('-d ', '\n# Done')
    await writer.press('Control+End', 'Enter')
    await writer.type('> Kept byte for byte.\n')
  }
}

const blocksAfter = (source: string): string =>
  [
    ['space can also live in a Git repository.', '$& It stays yours.'],
    // What has no width and no other form is an image of Markdown once it is edited.
    [
      /<figure><img src="(.*)" alt="(.*)"><figcaption>.*<\/figure>/,
      '![$2]($1 "The outline is at the right.")',
    ],
    ['## Links', '$& between pages'],
    ['Go back to [Welcome](welcome.md).', '$& See [Change requests](change-requests.md).'],
    ['title="Hint"', 'title="A hint"'],
    ['success, warning and danger.', '$& Use it rarely.'],
    ['three backticks and a language |', '$&\n| Line | three signs |'],
    ['- [ ] Change it', '- [x] Change it\n- [ ] Share it'],
    ['More blocks', '$& to try'],
    ['content that several pages share.', '$& Try them.'],
    ['## With the API', '$& of Quire'],
    [/\n```\n$/, '\n# Done$&\n> Kept byte for byte.\n'],
  ].reduce((text, [from, to]) => text.replace(from as string, to as string), source)

async function rewriteSteps(writer: Writer): Promise<void> {
  const isRich = writer.mode === 'rich'
  await writer.append('Pages are Markdown, with blocks', ' Try it.')
  await writer.goToEnd('Merging updates')
  if (isRich) {
    await writer.press('Control+Enter')
    await writer.type('### Read')
    await writer.press('Enter')
    await writer.type('Readers search.')
  } else {
    await writer.press('ArrowDown', 'End', 'Enter')
    await writer.type('{% step %}\n### Read\n\nReaders search.\n{% endstep %}')
  }
  await writer.append('There is an open change request', ' Try it now.')
  await writer.goToEnd('people, Git, backups')
  await writer.press('Enter')
  await writer.type(isRich ? 'Ask' : '* Ask')
}

const stepsAfter = (source: string): string =>
  [
    ['See [Write a page](write-a-page.md).', '$& Try it.'],
    [
      '{% endstep %}\n{% endstepper %}',
      '{% endstep %}\n{% step %}\n### Read\n\nReaders search.\n{% endstep %}\n{% endstepper %}',
    ],
    ['this page of the site changes.', '$& Try it now.'],
    ['people, Git, backups', '$&\n* Ask'],
  ].reduce((text, [from, to]) => text.replace(from as string, to as string), source)

async function rewriteList(writer: Writer): Promise<void> {
  const isRich = writer.mode === 'rich'
  await writer.goToEnd('Others comment on pages')
  await writer.press('Enter')
  await writer.type(isRich ? 'Decide.' : '3. Decide.')
  await writer.append('A space can have rules', ' Ask an admin.')
}

const listAfter = (source: string): string =>
  source
    .replace('and review it.\n', '$&3. Decide.\n')
    .replace('for seeing comments arrive.', '$& Ask an admin.')

const rewritings = [
  { slug: 'write-a-page', rewrite: rewriteBlocks, after: blocksAfter },
  { slug: 'welcome', rewrite: rewriteSteps, after: stepsAfter },
  { slug: 'change-requests', rewrite: rewriteList, after: listAfter },
] as const

describe.skipIf(hasNoBrowser)(`the guide${browserNote}`, () => {
  it.each([
    ['markdown', 1280],
    ['markdown', 390],
    ['rich', 1280],
    ['rich', 390],
  ] as const)(
    'is rewritten by keyboard alone in the %s mode at %i px, and nothing else of it changes',
    {
      timeout: 240_000,
    },
    async (mode, width) => {
      const { space, sources } = await buildGuide()
      for (const { slug, rewrite, after } of rewritings) {
        const person = await open(ann, `s/${space}/next-steps`)
        const { tab } = person
        await tab.setViewportSize({ width, height: 800 })
        await tab.evaluate((name) => localStorage.setItem('quire-editor-mode', name), mode)
        await tab.goto(`${t.origin}/app/s/${space}/${slug}?edit`)
        await field(tab).waitFor()
        await expect.poll(() => tab.evaluate(() => document.activeElement?.role)).toBe('textbox')
        await tab.keyboard.press('Control+Home')
        await rewrite(new Writer(tab, mode))
        const source = sources.get(slug) ?? ''
        expect(after(source)).not.toBe(source)
        const stored = async () => {
          const path = `/spaces/${space}/content/path/${slug}?format=markdown`
          return String((await call(ann, 'GET', path)).markdown)
        }
        await expect.poll(stored, { timeout: 20_000 }).toBe(after(source))
        expect([person.complaints, person.strangers]).toEqual([[], []])
        await tab.context().close()
      }
    },
  )
})
