import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOfLines } from '../../src/modules/import/tree/blocks-of-lines.ts'
import { parseSummary } from '../../src/modules/import/tree/summary.ts'

/** A comment is not read by lines, and is no entry: with one, the whole text is left to the parser. */
const parsed = (text: string) => parseSummary(`${text}\n\n<!-- -->\n`)

/** An entry with code that does not end has all lines after it. */
const withoutEnds = (summary: unknown): unknown =>
  JSON.parse(
    JSON.stringify(summary, (key, value) =>
      key === 'lines' ? (value as [number, number])[0] : (value as unknown),
    ),
  )

const titles = [
  'Page 1',
  'A: b, c (d)',
  'Q & A',
  'R&amp;D',
  'x&lt',
  '*bold*',
  'a_b_c',
  '`code`',
  'a \\] b',
  'a [b] c',
  'www.example.com',
  'http://a.example',
  ' spaced  ',
  '!',
  '^1',
  'x',
  ' ',
  '',
  'Überblick',
  '<b>',
  'emoji 🎉',
]
const addresses = [
  'a.md',
  'b/README.md',
  '/c.md#part',
  '../d%20e.md',
  'https://a.example/?b=c&d=e',
  '#part',
  '',
  'a b.md',
  '<a b.md>',
  'a(b).md',
  'a&amp;b.md',
  'a\\_b.md',
  'x_y_z.md',
]
const labels = ['', '', '', ' "Label"', ' "a &amp; b"', " 'Label'", ' ""', ' "a \\" b"']
const rests = ['', '', '', '', ' ', '  ', ' text', '\\', ' [B](b.md)', ' <!--', ' `', ' ```', ': x', '\r']
const markers = ['* ', '* ', '* ', '- ', '+ ', '*   ', '*     ', '1. ', '*', '* - ', '* [ ] ', '* > ', '']
const others = [
  '',
  '',
  '',
  '  ',
  '# Title',
  '## Group',
  '## Group <a href="#g" id="g"></a>',
  '## `code` #',
  '##  Two  ',
  '##Group',
  '#',
  '####### Seven',
  ' ## Indented',
  '***',
  '---',
  '===',
  '| - |',
  'text',
  '    code',
  '\t* [Tab](tab.md)',
  '* \t[Tab](tab.md)',
  '[x]: a.md',
  '* [x]: a.md',
  '* [x][x]',
  '[^1]: note',
  '* Label',
  '* ```',
  '  type: x',
  '  ```',
  '<details>',
  '* <!-- a',
  '-->',
]

const item = fc
  .record({
    indent: fc.constantFrom(0, 0, 2, 2, 4, 4, 1, 3, 5, 6, 8, 10),
    marker: fc.constantFrom(...markers),
    title: fc.constantFrom(...titles),
    address: fc.constantFrom(...addresses),
    label: fc.constantFrom(...labels),
    rest: fc.constantFrom(...rests),
  })
  .map(
    ({ indent, marker, title, address, label, rest }) =>
      `${' '.repeat(indent)}${marker}[${title}](${address}${label})${rest}`,
  )
const usualItem = fc
  .tuple(
    fc.constantFrom(0, 0, 2, 2, 4, 4, 6, 1, 3),
    fc.constantFrom(...titles),
    fc.constantFrom('a.md', 'b/c.md'),
  )
  .map(([indent, title, address]) => `${' '.repeat(indent)}* [${title}](${address})`)
const usual = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: usualItem },
    fc.constantFrom('', '', '# Title', '## Group `x`', '## Group', '* A label', '  * Label `x` [B](b.md)'),
  ),
  { maxLength: 8 },
)
const unusual = fc.array(fc.oneof(item, usualItem, fc.constantFrom(...others)), { maxLength: 6 })

describe('the lines of a table of contents', () => {
  it('are read as the parser reads the whole text', () => {
    let read = 0
    const isSame = (lines: readonly string[]) => {
      const text = lines.join('\n')
      if (blocksOfLines(text, '.') !== undefined) read += 1
      expect(withoutEnds(parseSummary(text))).toEqual(withoutEnds(parsed(text)))
    }
    fc.assert(fc.property(usual, isSame), { numRuns: 100 })
    fc.assert(fc.property(unusual, isSame), { numRuns: 150 })
    // Enough texts were not left to the parser.
    expect(read).toBeGreaterThan(60)
  })

  it('are read without the parser where they have no markup', () => {
    const text =
      '# Contents\n\n* [A](a.md)\n  * [B: c](b/c.md "Label")\n\n## Group\r\n\r\n- [D](https://d.example)\n'
    const group = { type: 'group', title: 'Group', range: [51, 59], lines: [6, 6], children: [] }
    expect(blocksOfLines(text, '.')).toEqual([
      {
        type: 'heading',
        depth: 1,
        group: { type: 'group', title: 'Contents', range: [0, 10], lines: [1, 1], children: [] },
      },
      {
        type: 'nodes',
        nodes: [
          {
            type: 'page',
            title: 'A',
            path: 'a.md',
            line: 3,
            lines: [3, 3],
            range: [14, 23],
            children: [
              {
                type: 'page',
                title: 'B: c',
                linkTitle: 'Label',
                path: 'b/c.md',
                line: 4,
                lines: [4, 4],
                range: [28, 50],
                children: [],
              },
            ],
          },
        ],
      },
      { type: 'heading', depth: 2, group: { ...group, range: [52, 60] } },
      {
        type: 'nodes',
        nodes: [
          {
            type: 'link',
            title: 'D',
            url: 'https://d.example',
            range: [66, 88],
            lines: [8, 8],
            children: [],
          },
        ],
      },
    ])
  })
})
