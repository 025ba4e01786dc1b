import { describe, expect, it } from 'vitest'
import { type DoubtFacts, doubtfulLines, doubtsInLine } from '../../src/console/app/editor/doubts.ts'
import { withoutCode } from '../../src/console/app/editor/lines-of.ts'
import { outlineOf } from '../../src/console/app/editor/outline-of.ts'

const pages = ['install', 'guide', 'guide/first'].map((path) => ({
  pageId: path,
  title: path,
  path,
  depth: path.split('/').length - 1,
}))
const facts: DoubtFacts = { path: 'guide', pages, isComplete: true }
const kindsIn = (line: string) => doubtsInLine(line, facts).map(({ kind }) => kind)

describe('doubts in a text', () => {
  it('are links to no page, pictures without a text, and lines of more than 1,000 characters', () => {
    expect(
      kindsIn('[a](missing.md) [b](first.md) [c](../install.md#x) [d](https://example.com) [e](#x)'),
    ).toEqual(['broken'])
    expect(kindsIn('![](/files/x) ![a](/files/x) <img src="/files/x"> <img src="x" alt="b">')).toEqual([
      'noAlt',
      'noAlt',
    ])
    expect(kindsIn('x'.repeat(1_000))).toEqual([])
    expect(doubtsInLine('x'.repeat(1_200), facts)).toEqual([{ from: 1_000, to: 1_200, kind: 'long' }])
  })

  it('say nothing about links while not all pages are known', () => {
    expect(doubtsInLine('[a](missing.md)', { ...facts, isComplete: false })).toEqual([])
  })

  it('are not in code: neither in its blocks, also in lists and quotes, nor in a line, nor in front matter', () => {
    const text = [
      '---',
      'cover: "![](x)"',
      '---',
      'Write `[a](missing.md)` or ``` `![](x)` ```, and not [b](missing.md).',
      '',
      '```md',
      '[a](missing.md)',
      '```',
      '',
      '- item',
      '',
      '  ~~~',
      '  ![](x)',
      '  ~~~',
      '',
      '> ````',
      '> ```',
      '> [a](missing.md)',
      '> ````',
      '![](y)',
    ].join('\n')
    expect(doubtfulLines(text, facts)).toEqual([4, 20])
    expect(outlineOf('# One\n> ```\n# Two\n> ```\n## Three ##')).toEqual([
      { title: 'One', level: 1, line: 1 },
      { title: 'Three', level: 2, line: 5 },
    ])
  })

  it('keep the places of what is beside code', () => {
    expect(withoutCode('a `b` ``c` d`` ` e')).toBe(`a${' '.repeat(14)}\` e`)
    // A line of marks that do not end is read once.
    const marks = Array.from({ length: 2_000 }, (_, n) => '`'.repeat((n % 40) + 1)).join(' ')
    expect(withoutCode(marks)).toHaveLength(marks.length)
  })
})
