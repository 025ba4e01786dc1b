import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { shownBlocks } from '../../src/modules/pdf/blocks/blocks.ts'
import { renderPdf } from '../../src/modules/pdf/drawing/render.ts'
import { PdfFile } from './pdf-file.ts'

/** The texts of a page, and the targets of its links. */
async function drawn(markdown: string, language = 'en') {
  const page = { id: 'one', title: 'One', depth: 0 }
  const book = {
    title: 'Handbook',
    pages: [page],
    loadMarkdown: async () => markdown,
    loadImage: async () => null,
    resolveLink: (href: string) => ({ url: href }),
  }
  const bytes = await buffer(renderPdf(book, { createdAt: new Date(0), language }))
  const file = new PdfFile(bytes)
  const [first] = file.pages
  return { runs: file.runsOf(first), text: file.textOf(first), links: file.linksOf(first) }
}

test('a card has one link over all of it, and cards of one line are side by side', async () => {
  const row = (name: string) =>
    `<tr><td>${name}</td><td><a href="https://example.com/${name}">${name}</a></td></tr>`
  const { runs, links } = await drawn(
    `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>${row('left')}${row('right')}</tbody></table>`,
  )
  const [left, right] = ['left', 'right'].map((name) => runs.find(({ text }) => text === name))
  expect(left?.y).toBe(right?.y)
  expect(left?.x).toBeLessThan(right?.x ?? 0)
  expect(links).toEqual(['https://example.com/left', 'https://example.com/right'])
})

test('the date of an update is in the language of the book, with its tags', async () => {
  const update =
    '{% updates %}\n{% update date="2026-03-14" tags="new" %}\nWords.\n{% endupdate %}\n{% endupdates %}'
  expect((await drawn(update)).text).toMatch(/March 14, 2026\s+new/)
  expect((await drawn(update, 'de')).text).toContain('14. März 2026')
  expect((await drawn(update, 'not a language')).text).toContain('March 14, 2026')
})

test('the lines of code are numbered if the text requests it', async () => {
  const code = (attributes: string) =>
    `{% code ${attributes} %}\n\`\`\`\nfirst\n\nthird\n\`\`\`\n{% endcode %}`
  expect((await drawn(code('lineNumbers="true"'))).text).toMatch(/1 first 2 3 third/)
  expect((await drawn(code('title="x"'))).text).not.toMatch(/1 first/)
})

test('aligned HTML is aligned, also inside another element', async () => {
  const { runs } = await drawn(
    '<div><p>plain</p><p align="center">centred</p></div>\n\n<h2 align="right">right</h2>',
  )
  const [plain = 0, centred = 0, right = 0] = ['plain', 'centred', 'right'].map(
    (word) => runs.find(({ text }) => text === word)?.x,
  )
  expect(plain).toBeLessThan(centred)
  expect(centred).toBeLessThan(right)
})

test('a rating has as many stars as its number, up to five', () => {
  const starsOf = (value: string) => {
    const markdown = `<table><thead><tr><th data-type="rating"></th></tr></thead><tbody><tr><td>${value}</td></tr></tbody></table>`
    return JSON.stringify(shownBlocks(markdown)).match(/"icon":"star"/g)?.length ?? 0
  }
  expect(['0', '1', '3.6', '9', 'many'].map(starsOf)).toEqual([0, 1, 4, 5, 0])
})
