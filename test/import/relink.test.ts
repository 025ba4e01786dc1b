import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { relinkedTexts } from '../../src/modules/import/repository/relink.ts'
import { linkPlaces } from '../../src/modules/page-metadata/index.ts'
import '../support/property-seed.ts'

const relinked = (text: string, from: string, to: string, moves: Record<string, string>): string =>
  relinkedTexts({ texts: [{ text, from, to }], moves: new Map(Object.entries(moves)) })[0] ?? text

/** The text of a page with links to another, whose name is `TWO` where it is an address. */
const TEMPLATE = `---
title: Page
cover: ../.gitbook/assets/cover.png # A comment
---

# Page

See [two](TWO.md), [its part](TWO.md#part "Title"), [](<TWO.md>), [bare](TWO) and [from the top](/guide/TWO.md?x=1#y).
![image](../.gitbook/assets/a.png) \`[code](two.md)\` <https://example.com/two.md> [out](https://example.com/two.md)

| Table |
| --- |
| [cell](./TWO.md) |

<table data-view="cards"><tbody><tr><td><a href="TWO.md">Two</a></td><td><img src='../.gitbook/assets/a.png'></td></tr></tbody></table>

{% content-ref url="TWO.md" %}
[two.md](TWO.md)
{% endcontent-ref %}

{% include "../.gitbook/includes/note.md" %}

\`\`\`
[code](two.md) {% include "two.md" %}
\`\`\`

* An item, <a href="TWO.md#part">in HTML</a>, [a definition][two] and [nothing](broken-reference)

[two]: TWO.md "Two"
`
const PAGE = TEMPLATE.replaceAll('TWO', 'two')

it('relinking changes the addresses of a moved file, and nothing else', () => {
  expect(relinked(PAGE, 'guide/page.md', 'guide/page.md', { 'guide/two.md': 'guide/second.md' })).toBe(
    TEMPLATE.replaceAll('TWO', 'second'),
  )
})

it('relinking keeps the targets of a page that moves to another folder', () => {
  const moved = relinked(PAGE, 'guide/page.md', 'page.md', { 'guide/page.md': 'page.md' })
  expect(moved).toContain('cover: .gitbook/assets/cover.png # A comment\n')
  expect(moved).toContain('[two](guide/two.md), [its part](guide/two.md#part "Title"), [](<guide/two.md>)')
  expect(moved).toContain('[bare](guide/two) and [from the top](/guide/two.md?x=1#y)')
  expect(moved).toContain('![image](.gitbook/assets/a.png) `[code](two.md)`')
  expect(moved).toContain('{% include ".gitbook/includes/note.md" %}')
  expect(moved).toContain('| [cell](./guide/two.md) |')
  expect(moved).toContain("<img src='.gitbook/assets/a.png'>")
  expect(moved).toContain('[nothing](broken-reference)\n\n[two]: guide/two.md "Two"\n')
  // And back.
  expect(relinked(moved, 'page.md', 'guide/page.md', { 'page.md': 'guide/page.md' })).toBe(PAGE)
})

it.each([
  ['[a](old%20name.md)', '[a](new%20name.md)'],
  ['[a](<old name.md>)', '[a](<new name.md>)'],
  ['[a](old\\ name.md)', '[a](old\\ name.md)'],
  ['<a href="old name.md">a</a>', '<a href="new name.md">a</a>'],
])('relinking writes the address in the form of the former one: %s', (before, after) => {
  expect(relinked(before, 'a.md', 'a.md', { 'old name.md': 'new name.md' })).toBe(after)
})

it('relinking distinguishes files that change places, and folders from pages', () => {
  const text = '[a](a.md) [b](b.md) [folder](guide/) [bare](guide)'
  expect(relinked(text, 'x.md', 'x.md', { 'a.md': 'b.md', 'b.md': 'a.md' })).toBe(
    '[a](b.md) [b](a.md) [folder](guide/) [bare](guide)',
  )
  expect(relinked(text, 'x.md', 'x.md', { 'guide/README.md': 'manual/README.md' })).toBe(
    '[a](a.md) [b](b.md) [folder](manual/) [bare](manual)',
  )
})

const folder = fc.constantFrom('', 'a/', 'a/b/', 'c d/')
const name = fc.constantFrom('one', 'two', 'three', 'four five', 'six_seven')
const path = fc.tuple(folder, name).map(([top, file]) => `${top}${file}.md`)
const forms: ((href: string) => string)[] = [
  (href) => `[x](<${href}>)`,
  (href) => `![x](${encodeURI(href)} "Title")`,
  (href) => `<a href="${href}">x</a>`,
  (href) => `{% content-ref url="${href}" %}`,
  (href) => `| [x](<${href}#part>) |`,
  (href) => `\n[x]: <${href}>`,
]

it('relinking leads to the same files after any moves, and changes only addresses', () => {
  const link = fc.record({ target: path, form: fc.constantFrom(...forms) })
  const moves = fc
    .dictionary(path, path, { maxKeys: 4 })
    .filter((map) => new Set(Object.values(map)).size === Object.keys(map).length)
  fc.assert(
    fc.property(path, fc.array(link, { maxLength: 6 }), moves, (from, links, moved) => {
      const hrefs = links.map(({ target }) => posix.relative(posix.dirname(from), target))
      const text = links.map(({ form }, at) => `Text ${at}\n\n${form(hrefs[at] ?? '')}\n`).join('\n')
      const to = moved[from] ?? from
      const next = relinked(text, from, to, moved)
      const without = (source: string) =>
        linkPlaces(source).reduceRight(
          (rest, { start, end }) => rest.slice(0, start) + rest.slice(end),
          source,
        )
      const targets = linkPlaces(next).map(({ start, end }) =>
        posix.join(
          posix.dirname(to),
          decodeURI(next.slice(start, end).replace(/#.*/, '').replace(/\\(.)/g, '$1')),
        ),
      )
      expect(targets).toEqual(links.map(({ target }) => moved[target] ?? target))
      expect(without(next).replaceAll(/[<>]/g, '')).toBe(without(text).replaceAll(/[<>]/g, ''))
    }),
    { numRuns: 300 },
  )
})
