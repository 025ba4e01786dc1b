import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Decision,
  resultOf,
  type Segment,
  segmentsOf,
  textOf,
} from '../../src/console/app/screens/change-request/conflicts/segments.ts'
import { type Happening, timelineOf } from '../../src/console/app/screens/change-request/talk/timeline.ts'
import { matchesName, mentionOf, mentionQuery, withMention } from '../../src/console/app/threads/mentions.ts'
import { documentFromMarkdown } from '../../src/modules/documents/reading/from-markdown.ts'

const ann = { id: 'usr_01m7q0ffsa2dk906sgxztdfhhm', displayName: 'Ann Smith' }

describe('a name after an @', () => {
  it.each([
    ['@an', { start: 0, text: 'an' }],
    ['Hello @Ann Sm', { start: 6, text: 'Ann Sm' }],
    ['(@bo', { start: 1, text: 'bo' }],
    ['@', { start: 0, text: '' }],
    ['mail@example', null],
    ['@ann, what', { start: 0, text: 'ann, what' }],
    ['@ann\nnext', null],
    ['@ann  x', null],
    ['nothing', null],
    [`@${'a'.repeat(60)}`, null],
  ])('in %j', (text, expected) => {
    const found = mentionQuery(text, text.length)
    expect(found).toEqual(expected && { ...expected, end: text.length })
  })

  it('counts only before the caret', () => {
    expect(mentionQuery('@ann and more', 3)).toEqual({ start: 0, end: 3, text: 'an' })
  })

  it.each([
    ['Ann Smith', 'an', true],
    ['Ann Smith', 'smi', true],
    ['Ann Smith', 'ann smi', true],
    ['Ann Smith', 'smi ann', false],
    ['Ánn Šmith', 'ann smith', true],
    ['Ann Smith', 'nn', false],
    ['Ann Smith', '', true],
  ])('%s is found by %j: %s', (name, typed, expected) => {
    expect(matchesName(name, typed)).toBe(expected)
  })

  it('becomes a mention that the server reads, whatever the name is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((name) => /\S/.test(name)),
        (displayName) => {
          const document = documentFromMarkdown(`Hello ${mentionOf({ ...ann, displayName })} there`)
          const [paragraph, ...rest] = document.nodes as unknown as {
            nodes: { type?: string; data?: unknown }[]
          }[]
          expect(rest).toEqual([])
          const mention = paragraph?.nodes.find(({ type }) => type === 'mention')
          expect(mention?.data).toMatchObject({ ref: { kind: 'user', user: ann.id } })
        },
      ),
    )
  })

  it('is replaced by the mention, with the caret after it and one space', () => {
    const text = 'Hi @ann and you'
    const query = mentionQuery(text, 7)
    const next = withMention(text, query ?? { start: 0, end: 0, text: '' }, ann)
    expect(next.text).toBe(`Hi ${mentionOf(ann)} and you`)
    expect(next.text.slice(0, next.caret)).toBe(`Hi ${mentionOf(ann)} `)
  })
})

const line = fc.constantFrom<string>('', 'a', 'b', 'c', '- a', '# b')
const lines = (min = 0) => fc.array(line, { minLength: min, maxLength: 5 })

/** Both sides of a conflict: different at their ends, as the server cuts them. */
const conflict = fc
  .record({ primary: lines(), changed: lines() })
  .filter(
    ({ primary, changed }) =>
      primary.length + changed.length > 0 &&
      (primary.length === 0 ||
        changed.length === 0 ||
        (primary[0] !== changed[0] && primary.at(-1) !== changed.at(-1))),
  )

const merged = fc.record({
  first: lines(1),
  parts: fc.array(fc.record({ conflict, after: lines(1) }), { minLength: 1, maxLength: 4 }),
})

type Side = 'primary' | 'changed'
type Merged = typeof merged extends fc.Arbitrary<infer Value> ? Value : never

const written = ({ first, parts }: Merged, side: (index: number) => readonly string[]) =>
  textOf([...first, ...parts.flatMap(({ after }, index) => [...side(index), ...after])])

const textWith = (text: Merged, sideAt: (index: number) => Side) =>
  written(text, (index) => text.parts[index]?.conflict[sideAt(index)] ?? [])

const hunksOf = ({ parts }: Merged) =>
  parts.map(({ conflict: { primary, changed } }) => ({
    primary: { lines: primary },
    changed: { lines: changed },
  }))

const conflictsIn = (segments: readonly Segment[]) =>
  segments.filter((segment): segment is Extract<Segment, { kind: 'conflict' }> => segment.kind === 'conflict')

describe('the result of a conflict about a text', () => {
  const segmented = (text: Merged) =>
    segmentsOf(
      textWith(text, () => 'primary'),
      textWith(text, () => 'changed'),
      hunksOf(text),
    )

  it('has the conflicts of the server, and is the version of a side where that side is taken throughout', () => {
    fc.assert(
      fc.property(merged, (text) => {
        const segments = segmented(text) ?? []
        expect(conflictsIn(segments).map(({ primary, changed }) => ({ primary, changed }))).toEqual(
          text.parts.map(({ conflict: { primary, changed } }) => ({ primary, changed })),
        )
        for (const side of ['primary', 'changed'] as const) {
          const decisions = text.parts.map((): Decision => ({ side }))
          expect(resultOf(segments, decisions)).toBe(textWith(text, () => side))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('is any mixture of both sides where no line occurs twice', () => {
    const sides = fc.array(fc.constantFrom<Side>('primary', 'changed'), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(merged, sides, (repeating, chosen) => {
        let count = 0
        const unique = (lines: readonly string[]) => lines.map((line) => `${line} ${count++}`)
        const text = {
          first: unique(repeating.first),
          parts: repeating.parts.map(({ conflict: { primary, changed }, after }) => ({
            conflict: { primary: unique(primary), changed: unique(changed) },
            after: unique(after),
          })),
        }
        const sideAt = (index: number) => chosen[index] ?? 'primary'
        const decisions = text.parts.map((_, index): Decision => ({ side: sideAt(index) }))
        expect(resultOf(segmented(text) ?? [], decisions)).toBe(textWith(text, sideAt))
      }),
    )
  })

  it('has the lines of both sides, main content first, where both are taken', () => {
    fc.assert(
      fc.property(merged, (text) => {
        const segments = segmented(text) ?? []
        const found = conflictsIn(segments)
        const result = resultOf(
          segments,
          found.map((): Decision => ({ side: 'both' })),
        )
        const count = (value: string) => value.split('\n').length
        const taken = found.reduce((sum, each) => sum + each.changed.length, 0)
        expect(count(result ?? '')).toBe(count(textWith(text, () => 'primary')) + taken)
      }),
    )
  })

  it('is missing while one decision is, and is what was written where nothing was taken', () => {
    const segments = segmentsOf('a\nmain\nz', 'a\nmine\nz', [
      { primary: { lines: ['main'] }, changed: { lines: ['mine'] } },
    ])
    expect(resultOf(segments ?? [], [])).toBeNull()
    expect(resultOf(segments ?? [], [{ text: 'own\nwords' }])).toBe('a\nown\nwords\nz')
    expect(resultOf(segments ?? [], [{ text: '' }])).toBe('a\nz')
  })

  it('keeps line endings', () => {
    const segments = segmentsOf('a\r\nmain\r\nz\r\n', 'a\r\nmine\r\nz\r\n', [
      { primary: { lines: ['main'] }, changed: { lines: ['mine'] } },
    ])
    expect(resultOf(segments ?? [], [{ side: 'changed' }])).toBe('a\r\nmine\r\nz\r\n')
  })

  it('is not guessed where the texts do not fit the conflicts', () => {
    expect(
      segmentsOf('a\nb\nc', 'x\ny', [{ primary: { lines: ['a'] }, changed: { lines: ['x'] } }]),
    ).toBeNull()
  })
})

describe('the timeline of a change request', () => {
  const at = (minute: number) => `2026-11-18T09:${String(minute).padStart(2, '0')}:00.000Z`
  const happening = (kind: Happening['kind'], minute: number, id = 'usr_a'): Happening => ({
    kind,
    id: `${kind}-${minute}`,
    at: at(minute),
    person: { id, displayName: id },
  })
  const thread = (minute: number) => ({ id: `thread-${minute}`, postedAt: at(minute) })

  it('is in order, with a review before its text, and edits of one person in a row as one', () => {
    const entries = timelineOf(
      [thread(5), thread(3)],
      [
        happening('approved', 5),
        happening('edited', 1),
        happening('edited', 2),
        happening('edited', 4),
        happening('edited', 6, 'usr_b'),
        happening('opened', 0),
      ],
    )
    expect(
      entries.map((entry) =>
        entry.kind === 'thread' ? entry.id : `${entry.happening.kind} ${entry.happening.count ?? 1}`,
      ),
    ).toEqual(['opened 1', 'edited 2', 'thread-3', 'edited 1', 'approved 1', 'thread-5', 'edited 1'])
  })
})
