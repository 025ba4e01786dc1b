import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lineDiff } from '../../src/modules/documents/source/lines.ts'
import { createMergeText } from '../../src/modules/merge/three-way/text.ts'
import { createGit } from '../../src/platform/git.ts'
import '../support/git.ts'

const mergeText = createMergeText({ git: createGit(), log: () => {} })
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
        mergeText(text('a', 'b', 'c'), text('A', 'b', 'c'), text('a', 'b', `${at}`)),
      ),
    )
    expect(own().filter((name) => !before.includes(name))).toEqual([])
  })
})

describe('a merge of texts without git', () => {
  it('is logged once, and texts without overlap are still merged', async () => {
    const logged: string[] = []
    const alone = createMergeText({
      git: createGit({ binary: 'no-such-git' }),
      log: (message) => logged.push(message),
    })
    expect(await alone(text('a', 'b', 'c'), text('A', 'b', 'c'), text('a', 'b', 'C'))).toEqual({
      text: text('A', 'b', 'C'),
    })
    const doubtful = await alone(
      text('a', 'x', 'b', 'x', 'c'),
      text('A', 'x', 'b', 'x', 'c'),
      text('a', 'x', 'b', 'x', 'C'),
    )
    expect(doubtful).toHaveProperty('hunks')
    expect(logged).toHaveLength(1)
  })
})

describe('the lines that differ', () => {
  it('have their positions in both texts', () => {
    expect(lineDiff(text('a', 'b', 'c', 'd'), text('a', 'B', 'c', 'd', 'e'))).toEqual([
      { before: { start: 2, lines: ['b'] }, after: { start: 2, lines: ['B'] } },
      { before: { start: 5, lines: [] }, after: { start: 5, lines: ['e'] } },
    ])
  })

  it('are found quickly if thousands of lines are equal', () => {
    const many = (line: string, count: number) => text(...Array.from({ length: count }, () => line))
    const [hunk] = lineDiff(`x\n${many('', 30_000)}y\n`, `z\n${many('', 30_001)}w\n`)
    expect(hunk?.before.lines).toHaveLength(30_002)
  })
})
