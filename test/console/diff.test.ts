import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockDiff } from '../../src/console/app/screens/change-request/diff/block-diff.ts'
import {
  CONTEXT,
  type Hunk,
  inlineRows,
  rowsOf,
} from '../../src/console/app/screens/change-request/diff/diff-rows.ts'
import { sequenceDiff } from '../../src/console/app/screens/change-request/diff/sequence-diff.ts'
import { wordDiff } from '../../src/console/app/screens/change-request/diff/word-diff.ts'
import { lineDiff, linesOf } from '../../src/modules/documents/source/lines.ts'
import { withContext } from '../../src/modules/merge/differences/with-context.ts'

const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 })

describe('the runs of two sequences', () => {
  it('cover both completely, in order, and are the same where they say so', () => {
    fc.assert(
      fc.property(items, items, (before, after) => {
        const at = { before: 0, after: 0 }
        for (const run of sequenceDiff(before, after)) {
          expect([run.before.start, run.after.start]).toEqual([at.before, at.after])
          const [old, current] = [
            before.slice(run.before.start, run.before.end),
            after.slice(run.after.start, run.after.end),
          ]
          if (run.isSame) expect(current).toEqual(old)
          else expect(old.length + current.length).toBeGreaterThan(0)
          at.before = run.before.end
          at.after = run.after.end
        }
        expect([at.before, at.after]).toEqual([before.length, after.length])
      }),
    )
  })

  it('find a longest common subsequence where the sequences are short', () => {
    fc.assert(
      fc.property(items, items, (before, after) => {
        const shared = sequenceDiff(before, after).reduce(
          (sum, run) => sum + (run.isSame ? run.before.end - run.before.start : 0),
          0,
        )
        // Up to 96 single differences are told apart.
        const longest = longestCommon(before, after)
        if (before.length + after.length - 2 * longest <= 96) expect(shared).toBe(longest)
      }),
    )
  })

  it('are found with comparisons that are linear in the length, whatever the sequences are', () => {
    const comparisons = (length: number) => {
      let count = 0
      const before = Array.from({ length }, (_, at) => at % 7)
      const after = Array.from({ length }, (_, at) => (at * at) % 11)
      sequenceDiff(before, after, (one, other) => {
        count++
        return one === other
      })
      return count
    }
    expect(comparisons(40_000) / comparisons(20_000)).toBeLessThan(2.5)
    expect(comparisons(40_000) / 40_000).toBeLessThan(400)
  })
})

function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0)
  for (const item of one) {
    const next = [0]
    for (const [at, each] of other.entries()) {
      next.push(item === each ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

describe('the words of a changed line', () => {
  const shown = (parts: { text: string; isChanged: boolean }[]) =>
    parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

  it('are marked where they differ', () => {
    const { before, after } = wordDiff('Run npm install quire now.', 'Run npm ci quire now, please.')
    expect([shown(before), shown(after)]).toEqual([
      'Run npm [install] quire now.',
      'Run npm [ci] quire now[, please].',
    ])
  })

  it('are not marked in lines that have little in common, or that are very long', () => {
    expect(wordDiff('One two three.', 'Entirely different words').after).toEqual([
      { text: 'Entirely different words', isChanged: false },
    ])
    const long = 'word '.repeat(2_000)
    expect(wordDiff(long, `${long}more`).after).toHaveLength(1)
  })

  it('are the whole line again when they are joined', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const parts = wordDiff(before, after)
        const joined = (side: 'before' | 'after') => parts[side].map(({ text }) => text).join('')
        expect([joined('before'), joined('after')]).toEqual([before, after])
      }),
    )
  })
})

describe('the rows of a changed text', () => {
  const hunksOf = (before: string, after: string): Hunk[] =>
    withContext(lineDiff(before, after), after).map(({ context, ...hunk }) => ({
      ...hunk,
      leading: context.above(CONTEXT),
      trailing: context.below(CONTEXT),
    }))
  const text = fc
    .array(fc.constantFrom('one', 'two', 'three', 'four', 'five'), { maxLength: 40 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))

  it('show every line of both texts once, with its number, when all gaps are open', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = linesOf(after).lines
        const hunks = hunksOf(before, after)
        const opened = new Map(lines.map((_, at) => [at + 1, 1_000]))
        const rows = rowsOf(hunks, { lines, opened })
        for (const shown of [rows, inlineRows(rows)]) {
          const sides: Record<'before' | 'after', [number, string][]> = { before: [], after: [] }
          for (const row of shown) {
            if (row.kind === 'gap') throw new Error('A gap is closed.')
            for (const side of ['before', 'after'] as const) {
              if (row.kind === 'same') sides[side].push([row[side], row.text])
              else if (row[side]) sides[side].push([row[side].number, row[side].text])
            }
          }
          const numbered = (whole: string) => linesOf(whole).lines.map((line, at) => [at + 1, line])
          expect(sides).toEqual({ before: numbered(before), after: numbered(after) })
        }
      }),
    )
  })

  it('have a gap for what is neither changed nor around a change, which opens in parts', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `Line ${at + 1}`)
    const after = lines.map((line, at) => (at === 19 ? 'Changed' : line))
    const hunks = hunksOf(`${lines.join('\n')}\n`, `${after.join('\n')}\n`)
    const gaps = (rows: ReturnType<typeof rowsOf>) => rows.flatMap((row) => (row.kind === 'gap' ? [row] : []))
    expect(gaps(rowsOf(hunks))).toMatchObject([
      { start: 1, end: 17 },
      { start: 24, end: undefined },
    ])
    const opened = rowsOf(hunks, { lines: after, opened: new Map([[1, 10]]) })
    expect(gaps(opened)).toMatchObject([
      { start: 1, end: 17 },
      { start: 24, end: 41 },
    ])
    expect(opened.filter(({ kind }) => kind === 'same')).toHaveLength(16)
  })
})

describe('the blocks of a changed page', () => {
  const block = (key: string, type = 'paragraph') => ({
    key,
    type,
    html: `<p>${key}</p>`,
    lines: { first: 1, last: 1 },
  })

  it('stay, are added, removed, or versions of each other', () => {
    const pairs = blockDiff(
      [block('title', 'heading'), block('old'), block('same'), block('gone', 'code')],
      [block('title', 'heading'), block('new'), block('same'), block('added', 'table')],
    )
    expect(pairs.map(({ before, after, state }) => [before?.key, after?.key, state])).toEqual([
      ['title', 'title', 'same'],
      ['old', 'new', 'changed'],
      ['same', 'same', 'same'],
      [undefined, 'added', 'added'],
      ['gone', undefined, 'removed'],
    ])
  })
})
