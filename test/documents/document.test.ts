import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DocumentTree, documentFromMarkdown } from '../../src/modules/documents/index.ts'

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every object of the tree, parents first, with its depth. */
function objectsIn(tree: DocumentTree): { node: Json; depth: number }[] {
  const found: { node: Json; depth: number }[] = []
  const open: { value: unknown; depth: number }[] = [{ value: tree, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (!isJson(value)) continue
    if (!Array.isArray(value)) found.push({ node: value, depth })
    for (const child of Object.values(value).reverse()) open.push({ value: child, depth: depth + 1 })
  }
  return found
}

const textOf = (tree: DocumentTree): string =>
  objectsIn(tree)
    .filter(({ node }) => node.object === 'leaf')
    .map(({ node }) => node.text)
    .join('')

const keysOf = (tree: DocumentTree): unknown[] =>
  objectsIn(tree)
    .filter(({ node }) => node.object === 'block' || node.object === 'inline' || node.object === 'fragment')
    .map(({ node }) => node.key)

const keyOfText = (markdown: string, text: string): unknown =>
  documentFromMarkdown(markdown).nodes.find((node) => JSON.stringify(node).includes(text))?.key

const leaf = (text: string, ...types: string[]) => ({
  object: 'leaf',
  text,
  marks: types.map((type) => ({ object: 'mark', type })),
})
const text = (...leaves: ReturnType<typeof leaf>[]) => ({ object: 'text', leaves })
const paragraph = (words: string) => ({ type: 'paragraph', nodes: [text(leaf(words))] })

function expectBlocks(markdown: string, blocks: object[]): void {
  const { nodes } = documentFromMarkdown(markdown)
  expect(nodes).toMatchObject(blocks)
  expect(nodes).toHaveLength(blocks.length)
}

describe('blocks', () => {
  test('an empty text is a document without blocks', () => {
    expect(documentFromMarkdown('')).toEqual({ object: 'document', data: { schemaVersion: 1 }, nodes: [] })
  })

  test('headings deeper than three become the third', () => {
    expectBlocks('# A\n\n## B\n\n### C\n\n##### D', [
      { type: 'heading-1', meta: { id: 'a' }, nodes: [text(leaf('A'))] },
      { type: 'heading-2', meta: { id: 'b' } },
      { type: 'heading-3', meta: { id: 'c' } },
      { type: 'heading-3', meta: { id: 'd' } },
    ])
  })

  test('anchors are unique, also next to a heading that already ends in a number', () => {
    const { nodes } = documentFromMarkdown('# Ça va?\n\n# ca va 1\n\n# ca va\n\n# 日本\n\n# v1.2_x')
    const ids = nodes.map((node) => ('meta' in node ? node.meta.id : ''))
    expect(ids).toEqual(['ca-va', 'ca-va-1', 'ca-va-2', '日本', 'v1.2_x'])
  })

  test('lists keep their start, their nesting and their boxes', () => {
    expectBlocks('3. one\n   - two\n\n<!-- -->\n\n- [x] done\n- [ ] open', [
      {
        type: 'list-ordered',
        data: { start: 3 },
        nodes: [
          {
            type: 'list-item',
            data: {},
            nodes: [
              paragraph('one'),
              { type: 'list-unordered', nodes: [{ type: 'list-item', nodes: [paragraph('two')] }] },
            ],
          },
        ],
      },
      { type: 'code', data: { syntax: 'html' } },
      {
        type: 'list-tasks',
        nodes: [
          { data: { checked: true }, nodes: [paragraph('done')] },
          { data: { checked: false }, nodes: [paragraph('open')] },
        ],
      },
    ])
  })

  test('quotes and dividers', () => {
    expectBlocks('> a\n\n---', [
      { type: 'blockquote', nodes: [paragraph('a')] },
      { type: 'divider', isVoid: true },
    ])
  })

  test('code keeps its syntax and each of its lines', () => {
    const line = (words: string) => ({ type: 'code-line', nodes: [text(leaf(words))] })
    expectBlocks('```ts title=x\na\n\n  {% hint %}\n```', [
      { type: 'code', data: { syntax: 'ts' }, nodes: [line('a'), line(''), line('  {% hint %}')] },
    ])
  })

  test('html is kept as the text of a code block', () => {
    expectBlocks('<script>\nalert(1)\n</script>', [{ type: 'code', data: { syntax: 'html' } }])
    expect(textOf(documentFromMarkdown('<script>\nalert(1)\n</script>'))).toBe('<script>alert(1)</script>')
  })

  test('a figure keeps the link of its image', () => {
    const image = (html: string) => {
      const [images] = documentFromMarkdown(html).nodes
      return images?.type === 'images' ? images.nodes[0]?.data : images
    }
    const figure = (inner: string) =>
      `<figure>${inner}<figcaption><a href="no.md">c</a></figcaption></figure>`
    const ref = (url: string) => ({ kind: 'url', url })
    const linked = { ref: ref('a'), link: ref('x.md') }
    expect(image(figure('<a href="x.md"><img src="a"></a>'))).toEqual(linked)
    expect(image(figure('<a href="x.md"><picture><img src="a"></picture></a>'))).toEqual(linked)
    expect(image('<div><a href="x.md"><figure><img src="a"></figure></a></div>')).toEqual(linked)
    expect(image(figure('<img src="a">'))).toEqual({ ref: ref('a') })
    expect(image(figure('<a href="/files/fil_a1"><img src="a"></a>'))).toEqual({
      ref: ref('a'),
      link: { kind: 'file', file: 'fil_a1' },
    })
  })

  test('a paragraph of images only becomes images', () => {
    const ref = (url: string) => ({ kind: 'url', url })
    expectBlocks('![a](b)\n![][c]\n\n[c]: /d', [
      {
        type: 'images',
        nodes: [
          { type: 'image', isVoid: true, data: { ref: ref('b'), alt: 'a' }, fragments: [] },
          { type: 'image', isVoid: true, data: { ref: ref('/d') } },
        ],
      },
    ])
  })

  test('a footnote without a reference keeps its label and its text', () => {
    expectBlocks('a[^m]\n\n[^n]: note', [paragraph('a[^m]'), paragraph('[^n]: note')])
  })
})

describe('tables', () => {
  test('cells are fragments that the records refer to', () => {
    const [table] = documentFromMarkdown('| A | B |\n|:-:|---|\n| **x** | y |\n| z | w | extra |').nodes
    if (table?.type !== 'table') throw new Error('not a table')
    const { view, definition, records } = table.data
    expect(view).toMatchObject({ type: 'grid', hideHeader: false })
    expect(view.columns.map((id) => definition[id])).toMatchObject([
      { title: 'A', type: 'text', textAlignment: 'center' },
      { title: 'B', type: 'text' },
      { title: '', type: 'text' },
    ])
    const rows = Object.values(records).sort((a, b) => a.orderIndex.localeCompare(b.orderIndex))
    const cells = rows.map(({ values }) =>
      view.columns.map((id) => table.fragments.find(({ fragment }) => fragment === values[id])?.nodes),
    )
    expect(cells).toMatchObject([
      [[{ type: 'paragraph', nodes: [text(leaf('x', 'bold'))] }], [paragraph('y')], undefined],
      [[paragraph('z')], [paragraph('w')], [paragraph('extra')]],
    ])
  })
})

describe('hints', () => {
  test('a hint contains the blocks between its tags, including hints', () => {
    expectBlocks('a\n{% hint style="warning" %}\n- b\n{% hint %}\nc\n{% endhint %}\n{% endhint %}\nd', [
      paragraph('a'),
      {
        type: 'hint',
        data: { style: 'warning' },
        nodes: [
          { type: 'list-unordered' },
          { type: 'hint', data: { style: 'info' }, nodes: [paragraph('c')] },
        ],
      },
      paragraph('d'),
    ])
  })

  test('unknown and unpaired tags stay text', () => {
    expectBlocks('{% wow url="x" %}\n\n{% hint %}\n\na {% b %}\n\n{% c', [
      paragraph('{% wow url="x" %}'),
      paragraph('{% hint %}'),
      paragraph('a {% b %}'),
      paragraph('{% c'),
    ])
  })
})

describe('inlines', () => {
  test('marks are merged onto leaves', () => {
    expectBlocks('a **b *c `d`*** ~~e~~', [
      {
        nodes: [
          text(
            leaf('a '),
            leaf('b ', 'bold'),
            leaf('c ', 'bold', 'italic'),
            leaf('d', 'bold', 'italic', 'code'),
            leaf(' '),
            leaf('e', 'strikethrough'),
          ),
        ],
      },
    ])
  })

  test('links have a url reference, written out, by reference or bare', () => {
    const link = (url: string, words: string) => ({
      type: 'link',
      isVoid: false,
      data: { ref: { kind: 'url', url } },
      nodes: [text(leaf(words))],
    })
    const space = text(leaf(' '))
    expectBlocks('[a](b) [c] https://d.e f@g.hi\n\n[c]: /c', [
      {
        nodes: [
          link('b', 'a'),
          space,
          link('/c', 'c'),
          space,
          link('https://d.e', 'https://d.e'),
          space,
          link('mailto:f@g.hi', 'f@g.hi'),
        ],
      },
    ])
  })

  test('an image within text is an inline image', () => {
    expectBlocks('see ![a](b)', [
      {
        nodes: [
          text(leaf('see ')),
          { type: 'inline-image', isVoid: true, data: { ref: { kind: 'url', url: 'b' }, caption: 'a' } },
        ],
      },
    ])
  })

  test('a hard break is a line feed, a soft one a space, html its own text', () => {
    expectBlocks('a\\\nb\nc <b onclick="x">d</b>', [paragraph('a\nb c <b onclick="x">d</b>')])
  })
})

describe('keys', () => {
  const base = '# Title\n\nsame\n\nfirst\n\n- item\n\nsame\n\n| a |\n|---|\n| b |'

  test('are unique, and the same for the same text', () => {
    const keys = keysOf(documentFromMarkdown(base))
    expect(new Set(keys).size).toBe(keys.length)
    expect(documentFromMarkdown(base)).toEqual(documentFromMarkdown(base))
  })

  test('of other blocks are kept by an edit, an insertion and a removal', () => {
    const changed = base.replace('first', 'second\n\nthird').replace('- item\n\n', '')
    for (const words of ['Title', 'same', '"table"']) {
      expect(keyOfText(changed, words)).toBe(keyOfText(base, words))
    }
    expect(documentFromMarkdown(changed).nodes.at(-2)?.key).toBe(documentFromMarkdown(base).nodes.at(-2)?.key)
    expect(keyOfText(changed, 'second')).not.toBe(keyOfText(base, 'first'))
  })
})

describe('any text', () => {
  const fragments = [
    '# ',
    '> ',
    '- ',
    '1. ',
    '- [x] ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '\r\n',
    '```',
    '~~~',
    '`',
    '*',
    '**',
    '_',
    '~~',
    '|',
    '|-|',
    '\n|-|-|\n',
    '[',
    ']',
    '](',
    ')',
    '![',
    '[^a]',
    '[^a]: ',
    '[a]: /b ',
    '<',
    '<div>',
    '<!--',
    '-->',
    '---',
    '===',
    '\\',
    '&amp;',
    '&#0;',
    '{% hint %}',
    '{% endhint %}',
    '{%',
    '%}',
    'www.a.bc',
    'a@b.cd',
    'word',
    ' ',
    '\u0000',
  ]
  const markdownish = fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...fragments) },
        fc.string({ unit: 'binary', maxLength: 5 }),
      ),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(''))

  test('results in a tree with unique keys and safe, unique anchors', () => {
    fc.assert(
      fc.property(fc.oneof(markdownish, fc.string({ unit: 'binary' })), (markdown) => {
        const tree = documentFromMarkdown(markdown)
        const keys = keysOf(tree)
        expect(keys.every((key) => typeof key === 'string' && key !== '')).toBe(true)
        expect(new Set(keys).size).toBe(keys.length)
        const anchors = objectsIn(tree).flatMap(({ node }) =>
          isJson(node.meta) ? [String(node.meta.id)] : [],
        )
        expect(new Set(anchors).size).toBe(anchors.length)
        for (const anchor of anchors) expect(anchor).toMatch(/^[-\p{L}\p{N}\p{M}.+_]+$/u)
      }),
      { numRuns: 500 },
    )
  })

  test('keeps every word of plain paragraphs, in order', () => {
    const word = fc.stringMatching(/^[a-zA-Zéß日]{1,8}$/)
    const paragraphs = fc.array(fc.array(word, { minLength: 1, maxLength: 20 }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(paragraphs, (words) => {
        const tree = documentFromMarkdown(words.map((line) => line.join(' ')).join('\n\n'))
        expect(tree.nodes.map((node) => node.type)).toEqual(words.map(() => 'paragraph'))
        expect(textOf(tree)).toBe(words.map((line) => line.join(' ')).join(''))
      }),
    )
  })

  test('keeps every word, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('> ', '- ', '# ', '\n', '*', '**', '~~', '`', '{% hint %}\n', '<b>')),
        (marks) => {
          const markdown = marks.map((mark, at) => `${mark}word${at}`).join(' ')
          const kept = JSON.stringify(documentFromMarkdown(markdown))
          for (const at of marks.keys()) expect(kept).toContain(`word${at}`)
        },
      ),
    )
  })
})

describe('hostile text', () => {
  const times = 2_000
  const deepest = 400

  test('is taken literally after the maximum number of marks in a text', () => {
    const most = 4_000
    const tree = documentFromMarkdown(`${'&amp; '.repeat(most + 2)}\n\n&amp;`)
    expect(textOf(tree)).toBe(`${'& '.repeat(most)}&amp; &amp;&`)
  })

  test.each([
    ['quotes', '>'.repeat(times)],
    ['spaced quotes', '> '.repeat(times)],
    ['lists', '- '.repeat(times)],
    ['footnotes', '[^a]: '.repeat(times)],
    ['stairs of lists', Array.from({ length: 300 }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n')],
    [
      'wide stairs of lists',
      Array.from({ length: 50 }, (_, at) => `${' '.repeat(64 * at)}${'- '.repeat(32)}a`).join('\n'),
    ],
    ['hints', '{% hint %}\n'.repeat(times) + '{% endhint %}\n'.repeat(times)],
    ['emphasis', `${'*'.repeat(times)}a${'*'.repeat(times)}`],
    ['emphasis in a link', `[${'****a '.repeat(times)}${'b****'.repeat(times)}](x)`],
  ])('nested %s end in a shallow tree that keeps the words', (_, markdown) => {
    const tree = documentFromMarkdown(`${markdown}word`)
    expect(Math.max(...objectsIn(tree).map(({ depth }) => depth))).toBeLessThan(deepest)
    expect(JSON.stringify(tree)).toContain('word')
  })

  test('nesting within the limit is kept', () => {
    const depths = objectsIn(documentFromMarkdown(`${'> '.repeat(20)}a\n${'> '.repeat(20)}b`))
    expect(depths.filter(({ node }) => node.type === 'blockquote')).toHaveLength(20)
  })
})
