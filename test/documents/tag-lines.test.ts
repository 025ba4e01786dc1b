import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, it } from 'vitest'
import { parseMarkdown } from '../../src/modules/documents/parsing/parse.ts'

/** The blocks of a text, with the lines that they cover and the blocks inside them. */
function outline(node: Nodes): string {
  const { start, end } = node.position ?? { start: { line: 0 }, end: { line: 0 } }
  const inside = 'children' in node && node.type !== 'paragraph' ? node.children.map(outline).join(' ') : ''
  return `${node.type} ${start.line}-${end.line}${inside && ` (${inside})`}`
}

const blocksOf = (markdown: string) => parseMarkdown(markdown).children.map(outline)

it.each([
  [
    'a figure',
    '{% step %}\n<figure>a</figure>\n{% endstep %}\n{% step %}',
    ['tagLine 1-1', 'html 2-2', 'tagLine 3-3', 'tagLine 4-4'],
  ],
  ['expandable content', '<details>\n</details>\n{% endtab %}', ['html 1-2', 'tagLine 3-3']],
  ['a table, indented', '<table>\n</table>\n  {% endtab %}\na', ['html 1-2', 'tagLine 3-3', 'paragraph 4-4']],
  ['an inline element', '<b>\na\n{% endtab %}', ['html 1-2', 'tagLine 3-3']],
  ['HTML in a list', '- <div>\n{% endtab %}', ['list 1-1 (listItem 1-1 (html 1-1))', 'tagLine 2-2']],
])('a tag line below %s ends the HTML', (_title, markdown, blocks) => {
  expect(blocksOf(markdown)).toEqual(blocks)
})

it.each([
  ['a comment', '<!-- a\n{% hint %}\n-->', ['html 1-3']],
  ['preformatted text', '<pre>\n{% hint %}\n</pre>\n{% endhint %}', ['html 1-3', 'tagLine 4-4']],
  ['a line with other text', '<div>\na {% hint %}\n</div>', ['html 1-3']],
  ['a line with a part of a tag', '<div>\n{% hint\n%}\n</div>', ['html 1-4']],
])('a tag in %s is part of the HTML', (_title, markdown, blocks) => {
  expect(blocksOf(markdown)).toEqual(blocks)
})

it('HTML without tag lines is parsed as by the original parser', () => {
  const pieces = [
    '<div>',
    '</div>',
    '<b>',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '<?',
    '?>',
    '> ',
    '- ',
    'a',
    ' ',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, '\n', '\n\n'), { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      expect(blocksOf(text)).toEqual(fromMarkdown(text).children.map(outline))
    }),
    { numRuns: 1_000, seed: 1 },
  )
})

it.each([
  [
    'a list',
    '{% tab %}\n- a\n  {% endtab %}\n{% tab %}',
    ['tagLine 1-1', 'list 2-2 (listItem 2-2 (paragraph 2-2))', 'tagLine 3-3', 'tagLine 4-4'],
  ],
  [
    'a nested list',
    '{% tab %}\n1. a\n   - b\n\n     {% endtab %}\n     c',
    [
      'tagLine 1-1',
      'list 2-3 (listItem 2-3 (paragraph 2-2 list 3-3 (listItem 3-3 (paragraph 3-3))))',
      'tagLine 5-5',
      'paragraph 6-6',
    ],
  ],
  [
    'a list with a tag of its own',
    '{% tab %}\n- {% hint %}\n  a\n  {% endhint %}\n  {% endtab %}',
    ['tagLine 1-1', 'list 2-4 (listItem 2-4 (tagLine 2-2 paragraph 3-3 tagLine 4-4))', 'tagLine 5-5'],
  ],
  [
    'a list in expandable content',
    '<details>\n\n- a\n  </details>',
    ['html 1-1', 'list 3-3 (listItem 3-3 (paragraph 3-3))', 'html 4-4'],
  ],
])('an indented closing tag below %s ends it', (_title, markdown, blocks) => {
  expect(blocksOf(markdown)).toEqual(blocks)
})

it.each([
  ['nothing outside', '- a\n  {% endtab %}', ['list 1-2 (listItem 1-2 (paragraph 1-1 tagLine 2-2))']],
  [
    'an item that is not the last',
    '{% tab %}\n- a\n  {% endtab %}\n- b',
    ['tagLine 1-1', 'list 2-4 (listItem 2-3 (paragraph 2-2 tagLine 3-3) listItem 4-4 (paragraph 4-4))'],
  ],
  [
    'an item that begins with it',
    '{% tab %}\n- {% endtab %}',
    ['tagLine 1-1', 'list 2-2 (listItem 2-2 (tagLine 2-2))'],
  ],
])('a closing tag of %s stays in its item', (_title, markdown, blocks) => {
  expect(blocksOf(markdown)).toEqual(blocks)
})
