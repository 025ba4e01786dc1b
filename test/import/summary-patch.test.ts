import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutlineItem } from '../../src/modules/import/repository/outline-item.ts'
import { summaryText } from '../../src/modules/import/repository/summary-text.ts'
import { parseSummary } from '../../src/modules/import/tree/summary.ts'
import type { SummaryNode } from '../../src/modules/import/tree/summary-nodes.ts'
import '../support/property-seed.ts'

const page = (path: string, pages: OutlineItem[] = [], more: Partial<OutlineItem> = {}): OutlineItem => ({
  type: 'document',
  title: path,
  path,
  hasOwnTitle: true,
  pages,
  ...more,
})
const group = (title: string, pages: OutlineItem[]): OutlineItem => ({
  type: 'group',
  title,
  slug: title.toLowerCase(),
  pages,
})

const written = (text: string, outline: OutlineItem[], gone: string[] = []): Promise<string | undefined> =>
  summaryText({ path: 'SUMMARY.md', root: '', outline, text, gone, refused: [], isPartial: false })

describe('a table of contents is changed entry by entry', () => {
  const TEXT = `# Contents
<!-- Sorted by hand. -->

- [One](one.md "First")
    - [Two](<two.md>)

    - [Three](three.md)
+ [Four](four.md#part)

## Part <a href="#part" id="part"></a>

 - [Five](five.md)
   - [Six](./six.md)

***

- [Seven](seven.md)
`
  const all = (): OutlineItem[] => [
    page('one.md', [page('two.md'), page('three.md')], { linkTitle: 'First' }),
    page('four.md'),
    group('Part', [page('five.md', [page('six.md')])]),
    page('seven.md'),
  ]

  it.each<[string, (items: OutlineItem[]) => OutlineItem[], string[], (text: string) => string]>([
    [
      'a page is deleted',
      (items) => items.filter(({ path }) => path !== 'four.md'),
      ['four.md'],
      (text) => text.replace('+ [Four](four.md#part)\n', ''),
    ],
    [
      'a page is renamed',
      ([one, ...rest]) => [
        { ...(one as OutlineItem), pages: [page('second.md', [], { former: 'two.md' }), page('three.md')] },
        ...rest,
      ],
      ['two.md'],
      (text) => text.replace('<two.md>', '<second.md>'),
    ],
    [
      'a page is added below another',
      (items) =>
        items.map((item) =>
          item.path === 'one.md' ? { ...item, pages: [...item.pages, page('new.md')] } : item,
        ),
      [],
      (text) => text.replace('(three.md)\n', '(three.md)\n    - [new.md](new.md)\n'),
    ],
    [
      'a page is added to a group',
      (items) =>
        items.map((item) =>
          item.type === 'group' ? { ...item, pages: [...item.pages, page('new.md')] } : item,
        ),
      [],
      (text) => text.replace('(./six.md)\n', '(./six.md)\n - [new.md](new.md)\n'),
    ],
    [
      'a page gets its first child',
      (items) =>
        items.map((item) => (item.path === 'seven.md' ? { ...item, pages: [page('new.md')] } : item)),
      [],
      (text) => `${text}    - [new.md](new.md)\n`,
    ],
    [
      'a page moves into a group',
      (items) => [
        ...items.slice(0, 1),
        group('Part', [...(items[2]?.pages ?? []), page('four.md')]),
        ...items.slice(3),
      ],
      [],
      (text) =>
        text
          .replace('+ [Four](four.md#part)\n', '')
          .replace('(./six.md)\n', '(./six.md)\n+ [Four](four.md#part)\n'),
    ],
    [
      'a group is added at the end',
      (items) => [...items, group('More', [page('new.md')])],
      [],
      (text) => `${text}\n## More\n\n- [new.md](new.md)\n`,
    ],
    [
      'a label of the navigation changes',
      ([one, ...rest]) => [{ ...(one as OutlineItem), linkTitle: 'Other' }, ...rest],
      [],
      (text) => text.replace('[One](one.md "First")', '[one.md](one.md "Other")'),
    ],
  ])('when %s', async (_name, edit, gone, expected) => {
    const outline = edit(all())
    expect(await written(TEXT, all())).toBeUndefined()
    const next = await written(TEXT, outline, gone)
    expect(next).toBe(expected(TEXT))
    const unmoved = (items: OutlineItem[]): OutlineItem[] =>
      items.map(({ former: _former, ...item }) => ({ ...item, pages: unmoved(item.pages) }))
    expect(await written(next ?? '', unmoved(outline), gone)).toBeUndefined()
  })

  it('keeps the endings of lines, and a text without one at its end', async () => {
    const text = '# Contents\r\n\r\n* [A](a.md)\r\n* [B](b.md)'
    expect(await written(text, [page('a.md')], ['b.md'])).toBe('# Contents\r\n\r\n* [A](a.md)')
    expect(await written(text, [page('a.md'), page('c.md'), page('b.md')])).toBe(
      '# Contents\r\n\r\n* [A](a.md)\r\n* [c.md](c.md)\r\n* [B](b.md)',
    )
  })

  it('removes the only entry of a deleted page, also one that names its folder', async () => {
    const text = '* [A](a.md)\n* [Guide](guide/)\n'
    expect(await written(text, [page('a.md')], ['guide/README.md'])).toBe('* [A](a.md)\n')
  })
})

interface Entry {
  marker: string
  step: number
  gap: number
  below: Entry[]
}

const entriesOf = (below: fc.Arbitrary<Entry[]>, maxLength: number): fc.Arbitrary<Entry[]> =>
  fc.array(
    fc.record({
      marker: fc.constantFrom('* ', '- ', '+ ', '-   '),
      step: fc.constantFrom(0, 1),
      gap: fc.constantFrom(0, 0, 0, 1, 2),
      below,
    }),
    { maxLength },
  )
const entries = [2, 3, 3].reduce(entriesOf, fc.constant<Entry[]>([]))

/** A table of contents as people write them. Names of pages are their numbers. */
function textOf(entries: readonly Entry[], column: number, names: { next: number }): string {
  return entries
    .map((each) => {
      const name = `p${names.next++}`
      const indent = ' '.repeat(column + each.step)
      const line = `${indent}${each.marker}[${name}](${name}.md)\n`
      return `${line}${'\n'.repeat(each.gap)}${textOf(each.below, column + each.step + each.marker.length, names)}`
    })
    .join('')
}

const outlineOf = (nodes: readonly SummaryNode[]): OutlineItem[] =>
  nodes.map((node) =>
    node.type === 'group'
      ? { ...group(node.title, outlineOf(node.children)) }
      : page(node.type === 'page' ? node.path : '', outlineOf(node.children), {}),
  )

type Edit = { kind: 'delete' | 'rename' | 'add' | 'move'; at: number; to: number }
const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('delete', 'rename', 'add', 'move'),
    at: fc.nat(),
    to: fc.nat(),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Applies an edit to the tree, and names the pages whose lines it may change. */
function apply(items: OutlineItem[], { kind, at, to }: Edit, touched: Set<string>, n: number): void {
  const lists: OutlineItem[][] = []
  const collect = (list: OutlineItem[]) => {
    lists.push(list)
    for (const item of list) collect(item.pages)
  }
  collect(items)
  const filled = lists.flatMap((list) =>
    list.flatMap((item, index) => (item.type === 'group' ? [] : [{ list, index, item }])),
  )
  const chosen = filled[at % Math.max(filled.length, 1)]
  const names = (item: OutlineItem): string[] => [
    item.former ?? item.path ?? '',
    ...item.pages.flatMap(names),
  ]
  if (kind === 'add') {
    const list = lists[to % lists.length] as OutlineItem[]
    const first = list.findIndex(({ type }) => type === 'group')
    list.splice(at % ((first < 0 ? list.length : first) + 1), 0, page(`new-${n}.md`))
  } else if (chosen && (kind === 'delete' || kind === 'move')) {
    for (const name of names(chosen.item)) touched.add(name)
    chosen.list.splice(chosen.index, 1)
    if (kind === 'delete') return
    const others: OutlineItem[][] = []
    const below = (list: OutlineItem[]) => {
      others.push(list)
      for (const item of list) below(item.pages)
    }
    below(items)
    const list = others[to % others.length] as OutlineItem[]
    const first = list.findIndex(({ type }) => type === 'group')
    list.splice(to % ((first < 0 ? list.length : first) + 1), 0, chosen.item)
  } else if (chosen && kind === 'rename' && !chosen.item.path?.startsWith('new')) {
    touched.add(chosen.item.former ?? chosen.item.path ?? '')
    chosen.item.former ??= chosen.item.path ?? ''
    chosen.item.path = `renamed-${n}.md`
  }
}

it('a patch keeps every line about an entry that no edit of the tree has touched, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.array(entries, { maxLength: 2 }), edits, async (top, groups, changes) => {
      const names = { next: 0 }
      const parts = [
        `# Contents\n\n<!-- top -->\n\n${textOf(top, 0, names)}`,
        ...groups.map((entries, at) => `\n## G${at}\n\n<!-- in ${at} -->\n\n${textOf(entries, 0, names)}`),
      ]
      const text = parts.join('')
      const parsed = parseSummary(text).nodes
      // Irregular indents can mean code or the text of another entry.
      fc.pre(outlinePaths(outlineOf(parsed)).length === names.next)
      const outline = outlineOf(parsed)
      expect(await written(text, outline)).toBeUndefined()
      const touched = new Set<string>()
      for (const [n, change] of changes.entries()) apply(outline, change, touched, n)
      const paths = outlinePaths(outline)
      const gone = outlinePaths(outlineOf(parsed)).filter((path) => !paths.includes(path))
      const next = (await written(text, outline, gone)) ?? text
      const lines = new Set(next.split('\n'))
      for (const line of text.split('\n')) {
        const name = /\((.*)\)/.exec(line)?.[1]
        if (name === undefined || !touched.has(name)) expect(lines, next).toContain(line)
      }
      expect(shape(outlineOf(parseSummary(next).nodes)), next).toEqual(shape(outline))
    }),
    { numRuns: 60 },
  )
})

const outlinePaths = (items: OutlineItem[]): string[] =>
  items.flatMap(({ type, path, pages }) => [
    ...(type === 'group' ? [] : [path ?? '']),
    ...outlinePaths(pages),
  ])
const shape = (items: OutlineItem[]): unknown =>
  items.map(({ type, path, title, pages }) => [type === 'group' ? title : path, shape(pages)])
