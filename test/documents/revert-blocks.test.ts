import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockLines, documentFromMarkdown } from '../../src/modules/documents/index.ts'
import { revertBlocks } from '../../src/modules/documents/source/revert-blocks.ts'
import { splitSource } from '../../src/modules/documents/source/split-source.ts'

interface Noded {
  object: string
  type?: string
  key?: string
  nodes?: Noded[]
  fragments?: Noded[]
}

const nodesIn = (source: string): Noded[] => {
  const below = (node: Noded): Noded[] => [
    node,
    ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(below),
  ]
  return (documentFromMarkdown(splitSource(source).body).nodes as Noded[]).flatMap(below)
}
const keysOf = (source: string): string[] => nodesIn(source).flatMap(({ key }) => key ?? [])
const topKeys = (source: string): string[] =>
  documentFromMarkdown(splitSource(source).body).nodes.map(({ key }) => key)

/** The key of the innermost node of a type that contains a text. */
function keyOf(source: string, words: string, type?: string): string {
  const found = nodesIn(source).filter(
    (node) => node.key && (!type || node.type === type) && JSON.stringify(node).includes(words),
  )
  return found.at(-1)?.key ?? ''
}

const reverted = (is: string, was: string, ...keys: string[]): string => {
  const result = revertBlocks(is, was, keys)
  if ('unknown' in result) throw new Error(`no block ${result.unknown}`)
  return result.source
}

describe('reverting blocks', () => {
  const was = '# Title\n\nOne.\n\nTwo.\n\nThree.\n'

  it('reverts an edit, and keeps the others', () => {
    const is = '# Title\n\nOne!\n\nTwo!\n\nThree.\n'
    expect(reverted(is, was, keyOf(is, 'Two!', 'paragraph'))).toBe('# Title\n\nOne!\n\nTwo.\n\nThree.\n')
    expect(reverted(is, was, keyOf(was, 'One.', 'paragraph'))).toBe('# Title\n\nOne.\n\nTwo!\n\nThree.\n')
  })

  it('reverts an insertion and a deletion, and keeps the neighbours', () => {
    const is = '# Title\n\nOne.\n\nNew.\n\nThree.\n\nLast.'
    expect(reverted(is, was, keyOf(is, 'Last.', 'paragraph'))).toBe('# Title\n\nOne.\n\nNew.\n\nThree.\n')
    const grown = '# Title\n\nOne.\n\nNew.\n\nTwo.\n\nThree.\n'
    expect(reverted(grown, was, keyOf(grown, 'New.', 'paragraph'))).toBe(was)
    for (const words of ['One.', 'Two.', 'Title']) expect(reverted(grown, was, keyOf(was, words))).toBe(grown)
    const longer = `${was}\nLast.\n`
    expect(reverted(longer, was, keyOf(was, 'Three.', 'paragraph'))).toBe(longer)
    const shrunk = '# Title\n\nOne.\n\nThree!\n'
    expect(reverted(shrunk, was, keyOf(was, 'Two.', 'paragraph'))).toContain('One.\n\nTwo.\n')
  })

  it('distinguishes a heading and the text right below it', () => {
    const [before, after] = ['# A\ntext\n', '# B\nwords\n']
    expect(reverted(after, before, keyOf(after, 'B', 'heading-1'))).toBe('# A\nwords\n')
    expect(reverted(after, before, keyOf(before, 'text', 'paragraph'))).toBe('# B\ntext\n')
  })

  it('finds the lines of nested blocks', () => {
    const before =
      '- a\n- b\n- c\n\n{% tabs %}\n{% tab title="x" %}\nin x\n{% endtab %}\n{% tab title="y" %}\nin y\n{% endtab %}\n{% endtabs %}\n'
    const after = before.replace(/^- (\w)$/gm, '- $1$1').replace(/in (\w)/g, 'within $1')
    expect(reverted(after, before, keyOf(after, 'bb', 'list-item'))).toBe(after.replace('- bb', '- b'))
    expect(reverted(after, before, keyOf(after, 'aa', 'list-unordered'))).toBe(
      after.replace('aa', 'a').replace('bb', 'b').replace('cc', 'c'),
    )
    expect(reverted(after, before, keyOf(before, 'in y', 'tabs-item'))).toBe(
      after.replace('within y', 'in y'),
    )
    expect(reverted(after, before, keyOf(before, 'in y', 'tabs'))).toBe(after.replaceAll('within', 'in'))
  })

  it('includes the tag of a block, and the lines of the block for nodes without lines', () => {
    const before =
      '{% hint style="info" %}\nText\n{% endhint %}\n\n| A |\n|---|\n| x |\n\n<details>\n\n<summary>S</summary>\n\nin\n\n</details>\n'
    const after = before
      .replace('info', 'danger')
      .replace('| x', '| y')
      .replace('>S<', '>T<')
      .replace('in\n\n', 'inner\n\n')
    expect(reverted(after, before, keyOf(after, 'Text', 'hint'))).toBe(after.replace('danger', 'info'))
    expect(reverted(after, before, keyOf(after, '"y"'))).toBe(after.replace('| y', '| x'))
    expect(reverted(after, before, keyOf(after, 'inner', 'paragraph'))).toBe(after.replace('inner', 'in'))
  })

  it('reverts the split of a block', () => {
    const [before, after] = [
      'a\nb\n\n```\nx\n\ny\n```\n',
      'a\n\nnew\n\nb\n\n```\nx\n```\n\nq\n\n```\ny\n```\n',
    ]
    const halfway = 'a\nb\n\n```\nx\n```\n\nq\n\n```\ny\n```\n'
    expect(reverted(after, before, topKeys(before)[0] ?? '')).toBe(halfway)
    expect(reverted(halfway, before, topKeys(before)[1] ?? '')).toBe(before)
    expect(reverted(before, after, topKeys(before)[0] ?? '')).toContain('a\n\nnew\n\nb\n')
  })

  it('a footnote belongs to the words that refer to it', () => {
    const before = 'One[^1].\n\nTwo.\n\n[^1]: note\n'
    const after = before.replace('Two', 'Three').replace('note', 'remark')
    expect(reverted(after, before, keyOf(before, 'One', 'paragraph'))).toBe(after.replace('remark', 'note'))
    expect(reverted(after, before, keyOf(after, 'Three', 'paragraph'))).toBe(after.replace('Three', 'Two'))
  })

  it('front matter and line endings keep their current value', () => {
    const is = '---\r\nicon: bolt\r\n---\r\n# Title\r\n\r\nOne!\r\n\r\nTwo.\r\n\r\nThree.\r\n'
    const old = `---\nicon: star\ndescription: x\n---\n${was}`
    expect(reverted(is, old, keyOf(is, 'One!', 'paragraph'))).toBe(is.replace('One!', 'One.'))
  })

  it('counts lines of the page, regardless of other line breaks in Markdown', () => {
    const before = '\uFEFFa\rb\n\n# A\nOne.\n'
    const after = before.replace('One', 'Uno').replace('A', 'B')
    expect(reverted(after, before, keyOf(after, 'Uno', 'paragraph'))).toBe(before.replace('A', 'B'))
  })

  it('a key of neither version is reported', () => {
    expect(revertBlocks(was, was, [keyOf(was, 'One.'), 'nothing'])).toEqual({ unknown: 'nothing' })
  })

  const pieces = [
    'alpha',
    'beta',
    'gamma',
    '# delta',
    '## beta',
    '- one\n- two',
    '- one\n- three\n\n  more',
    '> quote',
    '```js\ncode\n\nmore\n```',
    '{% hint %}\ninside\n{% endhint %}',
    '{% tabs %}\n{% tab title="a" %}\nx\n{% endtab %}\n{% endtabs %}',
    'words[^n]',
    '[^n]: note',
    '[link]: /x',
    '[link]',
    '<details>\n\n<summary>s</summary>\n\ntext\n\n</details>',
    '<figure><img src="a"></figure>',
    '| A |\n|---|\n| b |',
    '***',
  ] as const
  const body = fc
    .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('\n\n', '\n', '\n\n\n')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((parts) => parts.flat().join(''))
    .filter((text) => topKeys(text).length > 0)
  const someOf = (keys: string[], picks: readonly boolean[]) =>
    keys.filter((_, at) => picks[at % picks.length])
  const picks = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 })

  it('all blocks of both versions together are the old page', () => {
    fc.assert(
      fc.property(body, body, (old, current) => {
        const [is, before] = [`---\nicon: bolt\n---\n${current}`, `---\nicon: star\n---\n${old}`]
        const result = reverted(is, before, ...topKeys(before), ...topKeys(is))
        const end = (text: string) => text.replace(/\n$/, '')
        expect(end(result)).toBe(end(`---\nicon: bolt\n---\n${old}`))
      }),
      { numRuns: 50 },
    )
  })

  it('unchanged pages are not changed', () => {
    fc.assert(
      fc.property(body, picks, (text, some) => {
        expect(reverted(text, text, ...someOf(keysOf(text), some))).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('a named block of the old page is restored as a whole', () => {
    fc.assert(
      fc.property(body, body, fc.nat(), (before, is, pick) => {
        const keys = topKeys(before)
        const key = keys[pick % keys.length] ?? ''
        const own = [...(blockLines(before).of(key)?.own ?? [])]
        const first = Math.min(...own)
        const lines = own.filter((line, at) => line === first + at).map((line) => before.split('\n')[line])
        expect(`\n${reverted(is, before, key)}\n`).toContain(`\n${lines.join('\n')}\n`)
      }),
      { numRuns: 50 },
    )
  })

  it('among separate paragraphs, exactly the named ones are reverted', () => {
    const edit = fc.constantFrom('keep', 'keep', 'change')
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 9 }), picks, (edits, some) => {
        const text = (is: (at: number) => boolean) =>
          edits.map((kind, at) => (kind === 'change' && is(at) ? `new ${at}` : `old ${at}`)).join('\n\n')
        const [before, after] = [text(() => false), text(() => true)]
        const isNamed = (at: number) => some[at % some.length] ?? false
        const named = topKeys(after).filter((_, at) => isNamed(at))
        expect(reverted(after, before, ...named)).toBe(text((at) => !isNamed(at)))
      }),
      { numRuns: 50 },
    )
  })
})
