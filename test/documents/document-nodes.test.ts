import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  documentFromMarkdown,
  markdownFromDocument,
  readDocument,
} from '../../src/modules/documents/index.ts'

type Json = Record<string, unknown>

/** All objects of a tree with a type: blocks, inlines and marks. */
function typedIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(typedIn)
  return 'type' in value && 'object' in value ? [value as Json, ...inside] : inside
}

/** A tree with its keys numbered in order of appearance. */
function keyless(value: unknown): unknown {
  const names = new Map<string, string>()
  const text = JSON.stringify(value, (name, inner) => (name === 'key' ? undefined : inner))
  return JSON.parse(
    text.replace(/\b[0-9a-f]{20}\b/g, (key) => {
      if (!names.has(key)) names.set(key, `key-${names.size}`)
      return names.get(key) ?? ''
    }),
  )
}

const url = (address: string) => ({ kind: 'url', url: address })
const cell = (type: string, inside: string) =>
  `<table><thead><tr><th data-type="${type}">T</th></tr></thead><tbody><tr><td>${inside}</td></tr></tbody></table>`

const nodes: [type: string, markdown: string, data?: unknown][] = [
  [
    'code',
    '<pre class="language-js" data-title="a.js" data-line-numbers><code class="lang-js">a &#x3C; b\n<strong>c\n\n</strong>d\n</code></pre>',
    { syntax: 'js', title: 'a.js', lineNumbers: true },
  ],
  ['code-line', '<pre><code><strong>a\n</strong>b\n</code></pre>', { highlighted: true }],
  ['bold', '**a**'],
  ['italic', '*a*'],
  ['code', '`a`'],
  ['strikethrough', '~~a~~'],
  ['keyboard', '<kbd>a</kbd>'],
  ['keyboard', cell('text', 'Press <kbd>a</kbd> now')],
  ['superscript', 'a<sup>b</sup>'],
  ['subscript', 'a<sub>b</sub>'],
  ['color', '<mark style="color:red;background-color:blue;">a</mark>', { text: 'red', background: 'blue' }],
  ['link', '[a](https://b.c)', { ref: url('https://b.c') }],
  ['link', '[a](/files/fil_a1)', { ref: { kind: 'file', file: 'fil_a1' } }],
  ['link', '[a](/pages/pag_a1)', { ref: { kind: 'page', page: 'pag_a1' } }],
  ['link', '[a](/pages/pag_a1#b)', { ref: { kind: 'anchor', page: 'pag_a1', anchor: 'b' } }],
  ['icon', 'a <i class="fa-bolt">:bolt:</i>', { icon: 'bolt' }],
  ['expression', 'a <code class="expression">b.c</code>', { expression: 'b.c' }],
  ['inline-math', 'a $$x_1$$', { formula: 'x_1' }],
  ['inline-image', 'a ![b](c.png)', { ref: url('c.png'), caption: 'b', size: 'line' }],
  [
    'inline-image',
    'a <picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="c.png" alt="b" data-size="original"></picture>',
    { ref: url('c.png'), refDark: url('d.png'), caption: 'b', size: 'original' },
  ],
  ['mention', '[a](b.md "mention")', { ref: url('b.md'), label: 'a' }],
  [
    'button',
    'a <a href="https://b.c" class="button secondary" data-icon="bolt">Go</a>',
    { label: 'Go', kind: 'secondary', icon: 'bolt', ref: url('https://b.c') },
  ],
  ['button', 'a <a href="b" class="button primary">Go</a>', { label: 'Go', kind: 'primary', ref: url('b') }],
  ['annotation', '[a](#user-content-fn-1)[^1]\n\n[^1]: b', { label: '1' }],
  ['paragraph', 'a', {}],
  ['heading-1', '# a', {}],
  ['heading-2', '## a', {}],
  ['heading-3', '### a', {}],
  ['list-ordered', '4. a', { start: 4 }],
  ['list-unordered', '* a', {}],
  ['list-tasks', '* [x] a', {}],
  ['list-item', '* [x] a', { checked: true }],
  ['list-item', '* [ ] a', { checked: false }],
  ['list-item', '* a', {}],
  ['divider', '---', {}],
  ['blockquote', '> a', {}],
  ['hint', '{% hint %}\na\n{% endhint %}', { style: 'info' }],
  ['hint', '{% hint style="danger" %}\na\n{% endhint %}', { style: 'danger' }],
  ['code', '```ts\na\n```', { syntax: 'ts' }],
  [
    'code',
    '{% code title="a" overflow="wrap" lineNumbers="true" fullWidth="false" %}\n```ts\na\n```\n{% endcode %}',
    { syntax: 'ts', title: 'a', overflow: 'wrap', lineNumbers: true, fullWidth: false },
  ],
  ['code', '```ts a=1 b="2 3"c=\'4\'\na\n```', { syntax: 'ts', a: '1', b: '2 3', c: '4' }],
  ['code', '```ts a=b=c\na\n```', { syntax: 'ts', meta: 'a=b=c' }],
  ['code-line', '```\na\n```', {}],
  ['math', '$$\nx\n= 1\n$$', { formula: 'x\n= 1' }],
  ['images', '![a](b.png)', {}],
  ['image', '![a](b.png)', { ref: url('b.png'), alt: 'a' }],
  ['file', '{% file src="/files/fil_a1" %}', { ref: { kind: 'file', file: 'fil_a1' } }],
  ['embed', '{% embed url="https://a.b" %}', { url: 'https://a.b' }],
  ['content-ref', '{% content-ref url="a.md" %}\n[a](a.md)\n{% endcontent-ref %}', { ref: url('a.md') }],
  ['integration', '{% @a/b c="d" %}', { integration: 'a', block: 'b', props: { c: 'd' } }],
  [
    'reusable-content',
    '{% include "rus_a1" %}',
    { ref: { kind: 'reusable-content', reusableContent: 'rus_a1' } },
  ],
  ['expandable', '<details open>\n\n<summary>a</summary>\n\nb\n\n</details>', { open: true }],
  ['expandable', '<details>\n\n<summary>a</summary>\n\nb\n\n</details>', {}],
  ['tabs', '{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}', {}],
  ['tabs-item', '{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}', { title: 'a' }],
  ['stepper', '{% stepper %}\n{% step %}\nb\n{% endstep %}\n{% endstepper %}', {}],
  ['stepper-step', '{% stepper %}\n{% step icon="a" %}\nb\n{% endstep %}\n{% endstepper %}', { icon: 'a' }],
  ['columns', '{% columns %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}', {}],
  [
    'column',
    '{% columns %}\n{% column width="40%" valign="middle" %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    { width: '40%', verticalAlignment: 'middle' },
  ],
  ['if', '{% if a == "b" %}\nb\n{% endif %}', { expression: 'a == "b"' }],
  ['swagger', '{% swagger src="a.yaml" path="/b" %}', { ref: url('a.yaml'), path: '/b' }],
  [
    'openapi-operation',
    '{% openapi-operation spec="a" path="/b" method="get" %}',
    { ref: { kind: 'openapi', spec: 'a' }, path: '/b', method: 'get' },
  ],
  [
    'openapi-schemas',
    '{% openapi-schemas spec="a" schemas="B,C" grouped="true" %}',
    { ref: { kind: 'openapi', spec: 'a' }, schemas: ['B', 'C'], grouped: true },
  ],
  [
    'openapi-webhook',
    '{% openapi-webhook spec="a" name="b" method="post" %}',
    { ref: { kind: 'openapi', spec: 'a' }, name: 'b', method: 'post' },
  ],
  ['prompt', '{% prompt description="a" %}\nb\n{% endprompt %}', { description: 'a' }],
  ['updates', '{% updates %}\n{% update date="2026-01-02" %}\nb\n{% endupdate %}\n{% endupdates %}', {}],
  [
    'update',
    '{% updates %}\n{% update date="2026-01-02" tags="a, b" %}\nb\n{% endupdate %}\n{% endupdates %}',
    { date: '2026-01-02', tags: ['a', 'b'] },
  ],
  [
    'hint',
    '{% hint constructor="a" toString="b" %}\na\n{% endhint %}',
    { constructor: 'a', toString: 'b', style: 'info' },
  ],
]

describe('a node of type', () => {
  test.each(nodes)('%s is parsed from %s, and written so that it is parsed again', (type, markdown, data) => {
    const tree = documentFromMarkdown(markdown)
    const found = typedIn(tree).find((node) => node.type === type)
    expect(found).toBeDefined()
    if (data !== undefined) {
      expect(found?.data).toEqual(data)
    }
    expect(keyless(documentFromMarkdown(markdownFromDocument(tree)))).toEqual(keyless(tree))
    expect(() => readDocument(tree)).not.toThrow()
  })

  test.each([
    ['keys', 'Press <kbd>Ctrl</kbd> now', ['Press ', 'Ctrl', ' now']],
    ['colors', '<mark style="color:red;">a</mark> b', ['a', 'red', ' b']],
    ['line breaks', 'a<br>b', ['a\nb']],
    ['code', '<code>a</code> and <strong>b</strong>', ['a', ' and ', 'b']],
    ['images between words', 'a <img src="a.png" alt="b"> c', ['a ', ' c']],
    ['mentions', 'see <a href="a.md" data-mention>a.md</a> b', ['see ', ' b']],
    ['icons', '<i class="fa-bolt">:bolt:</i> b', [' b']],
    ['keys in lists', '<ul><li>a <kbd>b</kbd></li></ul>', ['a ', 'b']],
  ])('a cell of an HTML table keeps %s in one paragraph', (_title, inside, texts) => {
    const tree = documentFromMarkdown(cell('text', inside))
    const paragraphs = typedIn(tree).filter(({ type }) => type === 'paragraph')
    expect(paragraphs).toHaveLength(1)
    expect(JSON.stringify(paragraphs).match(/"text":"[^"]+"/g)).toEqual(
      texts.map((text) => `"text":${JSON.stringify(text)}`),
    )
    expect(keyless(documentFromMarkdown(markdownFromDocument(tree)))).toEqual(keyless(tree))
  })

  test.each<[string, string, unknown]>([
    ['number', '3', 3],
    ['rating', '4', 4],
    ['checkbox', 'true', true],
    ['checkbox', 'false', false],
    ['files', '<a href="a.pdf">a.pdf</a>', ['a.pdf']],
    ['users', '<span>a</span><span>b</span>', ['a', 'b']],
    ['select', 'a ,  b', ['a', 'b']],
    ['content-ref', '<a href="a.md">a.md</a>', url('a.md')],
    ['image', '<a href="a.png">a.png</a>', url('a.png')],
  ])('table has cells of type %s', (type, inside, value) => {
    const tree = documentFromMarkdown(cell(type, inside))
    const table = typedIn(tree).find((node) => node.type === 'table')
    const { definition = {}, records = {} } = (table?.data ?? {}) as {
      definition?: Json
      records?: Record<string, { values: Json }>
    }
    expect(Object.values(definition)).toMatchObject([{ title: 'T', type }])
    expect(Object.values(records).map(({ values }) => Object.values(values))).toEqual([[value]])
    expect(keyless(documentFromMarkdown(markdownFromDocument(tree)))).toEqual(keyless(tree))
  })
})

describe('keys of blocks', () => {
  const block = fc.constantFrom(
    ...['same', 'other', '# head', '* item', '> quote', '```\ncode\n```', '| a |\n| - |\n| b |', '![a](b)'],
    ...[
      '{% hint %}\nsame\n{% endhint %}',
      '{% embed url="a" %}',
      '<details>\n\n<summary>s</summary>\n\nb\n\n</details>',
    ],
  )
  const keysOf = (blocks: readonly string[]) =>
    documentFromMarkdown(blocks.join('\n\n<!-- -->\n\n')).nodes.flatMap((node) =>
      node.type === 'code' && node.data.raw ? [] : [node.key],
    )

  test('of other blocks do not change when a unique block is edited, inserted or removed', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 8 }), fc.nat(), (blocks, place) => {
        const at = place % (blocks.length + 1)
        const withOwn = (...own: string[]) => keysOf([...blocks.slice(0, at), ...own, ...blocks.slice(at)])
        const before = keysOf(blocks)
        expect(new Set(before).size).toBe(blocks.length)
        for (const own of ['only here', 'only here, edited']) {
          const after = withOwn(own)
          expect(after.filter((_, index) => index !== at)).toEqual(before)
          expect(before).not.toContain(after[at])
        }
      }),
      { numRuns: 20 },
    )
  })

  test('of equal blocks are numbered in order: removing one removes the last key', () => {
    const three = keysOf(['same', 'same', 'other', 'same'])
    expect(keysOf(['same', 'other', 'same'])).toEqual([three[0], three[2], three[1]])
    expect(keysOf(['same', 'same', 'same', 'other', 'same']).slice(0, 3)).toEqual([
      three[0],
      three[1],
      three[3],
    ])
  })
})

describe('hostile text', () => {
  const times = (text: string, count: number) => text.repeat(count)
  const html = (inside: string) => `<table><tr><th>a</th></tr>${inside}`

  // Each of these once threw, or took quadratic time or longer.
  test.each([
    ['attributes with many readings', `\`\`\`js a=${times('xxxx=', 40)}"\nword\n\`\`\``],
    ['blanks in a tag', `{% hint x${times(' ', 100_000)}y %}\nword\n{% endhint %}`],
    ['blanks in a formula', `$$word${times(' ', 100_000)}b$$`],
    ['blanks in an element', `a <mark a${times(' ', 20_000)}b>word</mark>`],
    ['names that every object has', '{% hint constructor __proto__="x" valueOf %}\nword\n{% endhint %}'],
    ['names of properties in an integration', '{% @a/b constructor="x" __proto__ %}\nword\n{% end@a/b %}'],
    [
      'notes within notes',
      `${Array.from({ length: 60 }, (_, at) => `[^${at}]: a[^${at + 1}]\n\n`).join('')}word[^0]`,
    ],
    ['a note of itself', 'word[^a]\n\n[^a]: b[^a]'],
    ['notes of each other', 'word[^a]\n\n[^a]: b[^b]\n\n[^b]: c[^a]'],
    ['one note in many places', `${times('[^a] ', 500)}word\n\n[^a]: b`],
    ['open formulas', `${times('$$a ', 501)}word`],
    ['formulas in formulas', `${times('$$a$b', 500)}word`],
    ['tables in tables', `${times('<table><tr><td>', 2000)}word`],
    ['a table without an end', html(`${times('<tr><td>x', 50)}<tr><td>word`)],
    ['wide cells', html('<tr><td colspan="99999999" rowspan="-1">word</td><td>b</td></tr></table>')],
    ['open expandables', `${times('<details>\n\n', 150)}word`],
    ['expandables in expandables', `${times('<details>\n\n', 150)}word\n\n${times('</details>\n\n', 150)}`],
    ['deep quotes', `${times('> ', 5000)}word`],
    ['deep lists', `${times('- ', 2000)}word`],
    ['crossed tags', `${times('{% hint %}\n{% tabs %}\n{% tab %}\n{% endhint %}\n{% endtabs %}\n', 40)}word`],
    ['open tags', `${times('{% ', 5000)}word`],
    ['a long line', `${times('a', 100_000)} word`],
    ['nothing but NUL', `${times('\u0000', 5000)}word`],
    ['halves of characters', `${times('\ud800', 2000)}word${times('\udc00', 2000)}`],
  ])('%s is parsed and written, and keeps its words', (_, markdown) => {
    const tree = documentFromMarkdown(markdown)
    expect(JSON.stringify(tree)).toContain('word')
    expect(markdownFromDocument(tree)).toContain('word')
  })

  test('footnotes of footnotes are nested to a limited depth, and deeper ones are appended at the end', () => {
    const notes = Array.from({ length: 20 }, (_, at) => `[^${at}]: a${at}z[^${at + 1}]\n\n`)
    const tree = documentFromMarkdown(`word[^0]\n\n${notes.join('')}`)
    expect(tree.nodes.length).toBeGreaterThan(1)
    for (const at of notes.keys()) expect(JSON.stringify(tree)).toContain(`a${at}z`)
  })

  test('a table with more cells than the maximum number of nodes is rejected', () => {
    const named = <T>(make: (at: number) => T) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n${at}`, make(at)]))
    const data = {
      view: { type: 'grid', columns: [] },
      definition: named((at) => ({ id: `n${at}`, title: '', type: 'text' })),
      records: named((at) => ({ orderIndex: String(at), values: {} })),
    }
    const table = { object: 'block', type: 'table', data, fragments: [] }
    const read = () => readDocument({ object: 'document', nodes: [table] })
    expect(read).toThrow('A document can have at most 50000 nodes.')
  })

  test.each<unknown>([{ toString: 1, valueOf: null }, null, 1, {}])(
    'a node whose type is no text is rejected: %j',
    (type) => {
      const read = (...nodes: object[]) => readDocument({ object: 'document', nodes })
      expect(() => read({ object: 'block', type, data: {} })).toThrow('There is no node type')
      const list = { object: 'block', type: 'list-unordered', data: {}, nodes: [{ object: 'block', type }] }
      expect(() => read(list)).toThrow('Only nodes of type')
    },
  )
})
