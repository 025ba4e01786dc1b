import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followBlocks } from '../../src/modules/documents/blocks/follow-blocks.ts'
import { placedBlocks } from '../../src/modules/documents/blocks/placed-blocks.ts'
import '../support/property-seed.ts'

/** The key of the first block whose text contains these words, inner blocks first. */
function keyOf(source: string, words: string): string {
  const all = (blocks: ReturnType<typeof placedBlocks>): ReturnType<typeof placedBlocks> =>
    blocks.flatMap((block) => [...all(block.blocks), block])
  return all(placedBlocks(source)).find(({ markdown }) => markdown.includes(words))?.key ?? ''
}

const follow = (before: string, after: string | null, words: string) => {
  const [followed] = followBlocks(before, after, [keyOf(before, words)])
  return followed
}

describe('a block', () => {
  const text = '# Pumps\n\nTurn it off and on.\n\n- one\n- two words here\n- three\n\n> Quoted\n> lines.\n'

  it('has its lines in the source, with front matter', () => {
    const source = `---\ntitle: Pumps\n---\n${text}`
    const lines = placedBlocks(source).map((block) => [block.type, block.lines.first, block.lines.last])
    expect(lines).toEqual([
      ['heading-1', 4, 4],
      ['paragraph', 6, 6],
      ['list-unordered', 8, 10],
      ['blockquote', 12, 13],
    ])
  })

  it('that is unchanged keeps its key, and has both texts', () => {
    const key = keyOf(text, 'Turn it')
    const version = { key, type: 'paragraph', lines: { first: 3, last: 3 }, markdown: 'Turn it off and on.' }
    expect(follow(text, text, 'Turn it')).toEqual({ former: version, current: version, isOutdated: false })
  })

  it('is followed when lines are inserted above it', () => {
    const followed = follow(text, `New.\n\n${text}`, 'Turn it')
    expect(followed).toMatchObject({ current: { lines: { first: 5, last: 5 } }, isOutdated: false })
  })

  it('that was edited is outdated, and has the text then and now', () => {
    const after = text.replace('off and on', 'off, wait, and on again')
    expect(follow(text, after, 'Turn it')).toMatchObject({
      former: { markdown: 'Turn it off and on.' },
      current: { key: keyOf(after, 'wait'), markdown: 'Turn it off, wait, and on again.' },
      isOutdated: true,
    })
  })

  it('that was rewritten completely is outdated, and still there', () => {
    const after = text.replace('Turn it off and on.', 'Call somebody else')
    expect(follow(text, after, 'Turn it')).toMatchObject({
      current: { markdown: 'Call somebody else' },
      isOutdated: true,
    })
  })

  it('that was deleted is nowhere, and keeps its text', () => {
    const after = text.replace('Turn it off and on.\n\n', '')
    expect(follow(text, after, 'Turn it')).toMatchObject({
      former: { markdown: 'Turn it off and on.' },
      current: null,
      isOutdated: true,
    })
    expect(follow(text, null, 'Turn it')).toMatchObject({ former: { type: 'paragraph' }, current: null })
  })

  it('inside of another is followed there: an item of a list, also with another number', () => {
    const before = 'Steps:\n\n1. alpha\n2. bravo charlie\n3. delta\n'
    const after = 'Steps:\n\n1. alpha\n2. new\n3. bravo charlie\n4. delta\n'
    expect(follow(before, after, 'bravo')).toMatchObject({
      current: { markdown: 'bravo charlie', lines: { first: 5, last: 5 } },
      isOutdated: false,
    })
    const [item] = followBlocks(before, after, [placedBlocks(before)[1]?.blocks[1]?.key ?? ''])
    expect(item).toMatchObject({ current: { type: 'list-item', lines: { first: 5 } }, isOutdated: false })
    expect(follow(before, 'Steps:\n\n1. alpha\n2. delta\n', 'bravo')?.current).toBeNull()
  })

  it('that was moved is found, also into another block', () => {
    expect(follow('One two.\n\nThree.\n\nFour.\n', 'Three.\n\nFour.\n\nOne two.\n', 'One')).toMatchObject({
      current: { lines: { first: 5 } },
      isOutdated: false,
    })
    const quoted = 'Three.\n\n{% hint style="info" %}\nOne two.\n{% endhint %}\n'
    expect(follow('One two.\n\nThree.\n', quoted, 'One')).toMatchObject({
      current: { lines: { first: 4 } },
      isOutdated: false,
    })
  })

  it('does not become another one that took its place', () => {
    const before = 'Alpha one.\n\nBravo two.\n\nCharlie three.\n\nDelta four.\n'
    expect(follow(before, 'Alpha one.\n\nDelta four.\n\nCharlie three.\n', 'Bravo')?.current).toBeNull()
  })

  it('of several equal ones is the one that its neighbours show', () => {
    const before = 'Intro\n\nSame.\n\nMiddle\n\nSame.\n\nEnd\n'
    const [first, second] = placedBlocks(before).filter(({ markdown }) => markdown === 'Same.')
    const after = 'Intro\n\nMiddle\n\nSame.\n\nEnd\n'
    const followed = followBlocks(before, after, [first?.key ?? '', second?.key ?? ''])
    expect(followed.map(({ current }) => current?.lines.first)).toEqual([undefined, 5])
    const [twin] = followBlocks('Same.\n\nSame.\n', 'Same.\n', [keyOf('Same.\n', 'Same')])
    expect(twin?.isOutdated).toBe(false)
  })

  it('with an unknown key is outdated, and nowhere', () => {
    expect(followBlocks(text, text, ['nothing'])).toEqual([{ former: null, current: null, isOutdated: true }])
  })

  it('is the same with other line endings', () => {
    expect(follow(text, text.replaceAll('\n', '\r\n'), 'Quoted')?.isOutdated).toBe(false)
  })
})

/** Blocks whose words no other block has. */
const forms: ((words: string[]) => string)[] = [
  (words) => words.join(' '),
  (words) => `## ${words.join(' ')}`,
  (words) => `\`\`\`\n${words.join('\n')}\n\`\`\``,
  (words) => `> ${words.join('\n> ')}`,
  (words) => `{% hint style="info" %}\n${words.join(' ')}\n{% endhint %}`,
  (words) => `| ${words[0]} | b |\n| --- | --- |\n| ${words.slice(1).join(' ')} | c |`,
]

interface Written {
  form: number
  words: string[]
}

const written = ({ form, words }: Written): string => (forms[form] ?? String)(words)
const sourceOf = (blocks: readonly Written[]) => `${blocks.map(written).join('\n\n')}\n`

let word = 0
const newWords = (count: number) =>
  Array.from({ length: count }, () => {
    word += 1
    return `w${word.toString(36)}x`
  })

const block = fc
  .record({ form: fc.nat(forms.length - 1), size: fc.integer({ min: 4, max: 8 }) })
  .map(({ form, size }): Written => ({ form, words: newWords(size) }))

const page = fc.array(block, { minLength: 2, maxLength: 12 }).chain((blocks) =>
  fc.record({
    blocks: fc.constant(blocks),
    target: fc.nat(blocks.length - 1),
  }),
)

/** An edit of one of the blocks that are not followed. */
const edit = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'rewrite', 'word', 'move'),
  at: fc.nat(1_000),
  to: fc.nat(1_000),
  block,
})
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

function applied(blocks: readonly Written[], target: Written, edits: readonly Edit[]): Written[] {
  const result = [...blocks]
  for (const { kind, at, to, block } of edits) {
    if (kind === 'insert') {
      result.splice(at % (result.length + 1), 0, block)
      continue
    }
    const others = result.filter((each) => each !== target)
    const chosen = others[at % others.length]
    if (!chosen) continue
    const index = result.indexOf(chosen)
    const [, ...rest] = chosen.words
    if (kind === 'rewrite') result[index] = block
    else if (kind === 'word') result[index] = { ...chosen, words: [...rest, ...newWords(1)] }
    else {
      result.splice(index, 1)
      if (kind === 'move') result.splice(to % (result.length + 1), 0, chosen)
    }
  }
  return result
}

/** The key of a block of a page, at the top. */
const keyAt = (blocks: readonly Written[], target: Written): string =>
  placedBlocks(sourceOf(blocks))[blocks.indexOf(target)]?.key ?? ''

describe('after random edits', () => {
  it('elsewhere, a block is still there with its text, wherever it is', () => {
    fc.assert(
      fc.property(page, fc.array(edit, { maxLength: 20 }), ({ blocks, target }, edits) => {
        const followedBlock = blocks[target] as Written
        const after = applied(blocks, followedBlock, edits)
        const key = keyAt(blocks, followedBlock)
        const [followed] = followBlocks(sourceOf(blocks), sourceOf(after), [key])
        expect(followed?.current?.key).toBe(keyAt(after, followedBlock))
        expect(followed?.isOutdated).toBe(false)
      }),
      { numRuns: 200 },
    )
  })

  it('of the block itself and elsewhere, it is outdated and still there', () => {
    fc.assert(
      fc.property(page, fc.array(edit, { maxLength: 10 }), fc.nat(7), (start, edits, at) => {
        const target = start.blocks[start.target] as Written
        const words = target.words.map((each, index) => (index === at % target.words.length ? 'new' : each))
        const edited = { ...target, words }
        const after = applied(start.blocks, target, edits).map((each) => (each === target ? edited : each))
        const [followed] = followBlocks(sourceOf(start.blocks), sourceOf(after), [
          keyAt(start.blocks, target),
        ])
        expect(followed?.current?.key).toBe(keyAt(after, edited))
        expect(followed?.isOutdated).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('of all words of the block, it is outdated and still there', () => {
    fc.assert(
      fc.property(page, block, ({ blocks, target }, rewritten) => {
        const key = keyAt(blocks, blocks[target] as Written)
        const after = blocks.with(target, rewritten)
        const [followed] = followBlocks(sourceOf(blocks), sourceOf(after), [key])
        expect(followed?.current?.key).toBe(keyAt(after, rewritten))
        expect(followed?.isOutdated).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('that delete the block, it is nowhere', () => {
    // Another block that is written in its place could as well be the same one, rewritten.
    const others = edit.filter(({ kind }) => kind !== 'insert' && kind !== 'rewrite')
    const edits = fc
      .array(others, { maxLength: 6 })
      .filter((all) => all.filter(({ kind }) => kind === 'word').length < 2)
    fc.assert(
      fc.property(page, edits, ({ blocks, target }, edits) => {
        const removed = blocks[target] as Written
        const after = applied(blocks, removed, edits).filter((each) => each !== removed)
        const [followed] = followBlocks(sourceOf(blocks), sourceOf(after), [keyAt(blocks, removed)])
        expect(followed).toMatchObject({
          former: { markdown: written(removed) },
          current: null,
          isOutdated: true,
        })
      }),
      { numRuns: 200 },
    )
  })
})
