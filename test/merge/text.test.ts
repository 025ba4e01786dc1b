import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff } from '../../src/modules/documents/source/lines.ts'
import { createMergeText } from '../../src/modules/text-merge/text.ts'
import { createGit } from '../../src/platform/git.ts'
import { textTools } from './merge-tools.ts'

const mergeText = createMergeText(textTools)
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')

describe('a merge of texts', () => {
  it('has no conflict if the edits do not overlap', async () => {
    const merged = await mergeText(text('a', 'b', 'c'), text('A', 'b', 'c'), text('a', 'b', 'C'))
    expect(merged).toEqual({ text: text('A', 'b', 'C') })
  })

  it('has no conflict if both made the same edit', async () => {
    const merged = await mergeText(text('a', 'b', 'c'), text('A', 'b', 'c'), text('A', 'b', 'C'))
    expect(merged).toEqual({ text: text('A', 'b', 'C') })
  })

  it('conflicts where repeated headings can be aligned in two ways', async () => {
    const base = text('## A', '', 'x', '', '## A', '', 'x', '')
    const primary = text('## A', '', '## A', '', 'x', '')
    const changed = text('## A', 'x', '', '', 'x', '', '## A', '', 'x', '')
    const git = await createGit().mergeFile({ base, ours: primary, theirs: changed })
    expect(git.kind).toBe('clean')
    const merged = await mergeText(base, primary, changed)
    expect(merged).toMatchObject({ primary, changed, hunks: [{ base: { start: 2 } }] })
  })

  it('writes no markers, even if the texts contain some', async () => {
    const base = text('<<<<<<< x', 'a', '=======', 'b', '>>>>>>> y')
    const merged = await mergeText(base, base.replace('a', 'p'), base.replace('a', 'c'))
    expect(merged).toMatchObject({ primary: base.replace('a', 'p'), changed: base.replace('a', 'c') })
  })

  it('compares without carriage returns, and keeps changed line endings', async () => {
    const base = text('a', 'b', 'c')
    const windows = (lines: string) => lines.replaceAll('\n', '\r\n')
    expect(
      await mergeText(windows(base), windows(text('A', 'b', 'c')), windows(text('a', 'b', 'C'))),
    ).toEqual({
      text: windows(text('A', 'b', 'C')),
    })
    expect(await mergeText(windows(base), windows(text('A', 'b', 'c')), text('a', 'b', 'C'))).toEqual({
      text: text('A', 'b', 'C'),
    })
  })

  it('keeps a missing end of the last line', async () => {
    expect(await mergeText('a\nb\nc', 'A\nb\nc', 'a\nb\nc\nd')).toEqual({ text: 'A\nb\nc\nd' })
    expect(await mergeText('a\nb\nc', 'A\nb\nc', 'a\nb\nc\n')).toEqual({ text: 'A\nb\nc\n' })
  })

  it('has a conflict if git cannot merge', async () => {
    const merged = await mergeText('a\0\nb\nc\n', 'A\0\nb\nc\n', 'a\0\nb\nC\n')
    expect(merged).toHaveProperty('hunks')
  })

  it('leaves no files behind', async () => {
    const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith('quire-merge-'))
    const before = own()
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        mergeText(text('a', 'b', 'b', 'c'), text('A', 'b', 'b', 'c'), text('a', 'b', `${at}`, 'b', 'c')),
      ),
    )
    expect(own().filter((name) => !before.includes(name))).toEqual([])
  })
})

/** Tools that count what Git is asked. */
function countedTools() {
  const tools = { ...textTools, asked: 0 }
  const git: typeof textTools.git = {
    mergeFile: (texts) => {
      tools.asked += 1
      return textTools.git.mergeFile(texts)
    },
    lineChanges: textTools.git.lineChanges,
  }
  return Object.assign(tools, { git })
}

describe('lines that can be aligned in one way only', () => {
  it('are merged without starting Git, and in the same way', async () => {
    const counted = countedTools()
    const merge = createMergeText(counted)
    const line = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 20 }).map(String) },
      fc.constant(''),
    )
    const base = fc.array(line, { minLength: 3, maxLength: 24 })
    const edit = fc.record({
      at: fc.nat(24),
      removed: fc.nat(2),
      added: fc.array(fc.oneof(line, fc.integer({ min: 30, max: 60 }).map(String)), { maxLength: 2 }),
    })
    const edited = (lines: readonly string[], edits: { at: number; removed: number; added: string[] }[]) =>
      edits.reduce((now, { at, removed, added }) => now.toSpliced(at % now.length, removed, ...added), lines)
    const edits = fc.array(edit, { minLength: 1, maxLength: 3 })
    let skipped = 0
    await fc.assert(
      fc.asyncProperty(base, edits, edits, async (lines, ofPrimary, ofChanged) => {
        const three = [lines, edited(lines, ofPrimary), edited(lines, ofChanged)].map((each) => text(...each))
        const [before = '', primary = '', changed = ''] = three
        const asked = counted.asked
        const merged = await merge(before, primary, changed)
        if (counted.asked > asked || primary === changed || primary === before || changed === before) return
        skipped += 1
        const git = await textTools.git.mergeFile({ base: before, ours: primary, theirs: changed })
        expect(git).toEqual(
          'text' in merged
            ? { kind: 'clean', text: merged.text }
            : { kind: 'clash', ours: merged.primary, theirs: merged.changed },
        )
      }),
      { numRuns: 400 },
    )
    expect(skipped).toBeGreaterThan(50)
  }, 60_000)

  it('are asked about where a line is repeated', async () => {
    const counted = countedTools()
    const merge = createMergeText(counted)
    await merge(text('a', 'b', 'c', 'd', 'e'), text('A', 'b', 'c', 'd', 'e'), text('a', 'b', 'c', 'd', 'E'))
    expect(counted.asked).toBe(0)
    await merge(
      text('a', 'b', 'c', 'd', 'e'),
      text('A', 'b', 'c', 'd', 'e'),
      text('a', 'b', 'c', 'd', 'd', 'e'),
    )
    expect(counted.asked).toBe(1)
  })
})

/** A chapter that looks like the others: the same headings and blank lines, which can be aligned in several ways. */
const chapter = (n: number, words: string) => ['## Changes', '', '### Fixed', '', `- ${words} ${n}`, '']

describe('a conflict', () => {
  it('covers what both changed, and loses no edit of either side, whichever side is chosen', async () => {
    const kind = fc.constantFrom('none', 'primary', 'changed', 'both', 'added by primary', 'added by changed')
    await fc.assert(
      fc.asyncProperty(fc.array(kind, { minLength: 2, maxLength: 8 }), async (kinds) => {
        const side = (name: string) =>
          kinds.flatMap((each, n) => {
            const isOwn = each === name || each === 'both'
            const added = each === `added by ${name}` ? chapter(n, `added by ${name}`) : []
            return [...added, ...chapter(n, isOwn ? `by ${name}` : 'as before')]
          })
        const [base, primary, changed] = [
          text(...side('')),
          text(...side('primary')),
          text(...side('changed')),
        ]
        const merged = await mergeText(base, primary, changed)
        const conflicts = kinds.filter((each) => each === 'both').length
        if ('text' in merged) {
          expect(conflicts).toBe(0)
          return
        }
        const lines = (whole: string) => whole.split('\n').filter((line) => line.startsWith('- '))
        const inHunks = merged.hunks.flatMap((hunk) => [...hunk.primary.lines, ...hunk.changed.lines])
        // Chapters look alike, so the line of one side can be compared with a chapter that the other one added. Git does
        // the same: the edit is then a clean one, which both results have.
        for (const [n, each] of kinds.entries()) {
          const edited = { primary: `- by primary ${n}`, changed: `- by changed ${n}` }
          const edits =
            each === 'both' ? Object.values(edited) : each in edited ? [edited[each as 'primary']] : []
          for (const edit of edits.filter((line) => !inHunks.includes(line))) {
            expect(lines(merged.primary)).toContain(edit)
            expect(lines(merged.changed)).toContain(edit)
          }
          if (each === 'both') expect(edits.some((line) => inHunks.includes(line))).toBe(true)
        }
        // At most the changed chapters and what is between two of them.
        for (const { primary: own, changed: other } of merged.hunks) {
          expect(own.lines.length + other.lines.length).toBeLessThanOrEqual(4 * 6)
        }
      }),
      {
        numRuns: 40,
        examples: [[['added by changed', 'changed', 'both', 'added by changed', 'none', 'none']]],
      },
    )
  }, 60_000)

  it('is where git has it, and merged texts are those of git', async () => {
    const line = fc.constantFrom('## A', '', 'x', 'y', '## B', 'one', '- item')
    const edit = fc.tuple(
      fc.nat(20),
      fc.nat(2),
      fc.array(fc.constantFrom('## A', '', 'x', 'new'), { maxLength: 3 }),
    )
    const edits = fc.array(edit, { minLength: 1, maxLength: 3 })
    const edited = (lines: readonly string[], all: [number, number, string[]][]) => {
      const result = [...lines]
      for (const [at, removed, added] of all) result.splice(at % (result.length + 1), removed, ...added)
      return result
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 3, maxLength: 20 }),
        edits,
        edits,
        async (lines, ours, theirs) => {
          const sides = { base: lines, primary: edited(lines, ours), changed: edited(lines, theirs) }
          const [base, primary, changed] = [text(...lines), text(...sides.primary), text(...sides.changed)]
          if (primary === changed || primary === base || changed === base) return
          const git = await createGit().mergeFile({ base, ours: primary, theirs: changed })
          const merged = await mergeText(base, primary, changed)
          if ('text' in merged) {
            expect(git).toEqual({ kind: 'clean', text: merged.text })
            return
          }
          for (const hunk of merged.hunks) {
            for (const side of ['base', 'primary', 'changed'] as const) {
              const { start, lines: own } = hunk[side]
              expect(sides[side].slice(start - 1, start - 1 + own.length)).toEqual(own)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)

  it('leaves edits elsewhere alone if the engines align repeated lines differently', async () => {
    const top = ['# Top', '', 'A sentence.', '']
    const end = ['', '# End', '', 'Another sentence.']
    const doubtful = ['## A', '', 'x', '', '## A', '', 'x', '']
    const merged = await mergeText(
      text(...top, ...doubtful, ...end),
      text(...top, '## A', '', '## A', '', 'x', '', ...end.slice(0, 3), 'Another sentence, by primary.'),
      text(
        '# Top',
        '',
        'A sentence, by changed.',
        '',
        '## A',
        'x',
        '',
        '',
        'x',
        '',
        '## A',
        '',
        'x',
        '',
        ...end,
      ),
    )
    if (!('hunks' in merged)) throw new Error('It should have a conflict.')
    for (const whole of [merged.primary, merged.changed]) {
      expect(whole).toContain('A sentence, by changed.')
      expect(whole).toContain('Another sentence, by primary.')
    }
    const inHunks = merged.hunks.flatMap(({ primary, changed }) => [...primary.lines, ...changed.lines])
    expect(inHunks.filter((line) => line.includes('sentence'))).toEqual([])
  })

  it('does not remain where both ways to merge read the same', async () => {
    // The engines remove different ones of several blank lines, which makes no difference to readers.
    const base = text('a', '', '', '', 'b', '', '', 'c')
    const merged = await mergeText(
      base,
      text('a', '', '', 'b', '', '', 'c'),
      text('A', '', '', '', 'b', '', '', '', 'c'),
    )
    expect(merged).toHaveProperty('text')
  })
})

describe('a merge of texts without git', () => {
  it('succeeds without overlap, and conflicts between repeated lines', async () => {
    const alone = createMergeText({ ...textTools, git: createGit({ binary: 'no-such-git' }) })
    expect(await alone(text('a', 'b', 'c'), text('A', 'b', 'c'), text('a', 'b', 'C'))).toEqual({
      text: text('A', 'b', 'C'),
    })
    const doubtful = await alone(
      text('a', 'x', 'b', 'x', 'c'),
      text('A', 'x', 'b', 'x', 'c'),
      text('a', 'x', 'x', 'b', 'x', 'c'),
    )
    expect(doubtful).toHaveProperty('hunks')
  })
})

describe('the lines that differ', () => {
  it('have their positions in both texts', () => {
    expect(lineDiff(text('a', 'b', 'c', 'd'), text('a', 'B', 'c', 'd', 'e'))).toEqual([
      { before: { start: 2, lines: ['b'] }, after: { start: 2, lines: ['B'] } },
      { before: { start: 5, lines: [] }, after: { start: 5, lines: ['e'] } },
    ])
  })

  it('are found exactly if thousands of lines are equal', () => {
    const many = (line: string, count: number) => text(...Array.from({ length: count }, () => line))
    const hunks = lineDiff(`x\n${many('', 30_000)}y\n`, `z\n${many('', 30_001)}w\n`)
    const removed = hunks.flatMap(({ before }) => before.lines)
    const added = hunks.flatMap(({ after }) => after.lines)
    expect([removed, added.toSorted()]).toEqual([
      ['x', 'y'],
      ['', 'w', 'z'],
    ])
  })
})
