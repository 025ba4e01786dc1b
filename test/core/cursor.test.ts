import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../src/core/errors.ts'
import { newId } from '../../src/core/ids.ts'
import { bindCursor, decodeCursor, encodeCursor } from '../../src/core/lists/cursor.ts'

/** Text that PostgreSQL can store. */
const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((value) => !value.includes('\0'))
const sortValues = fc.array(text, { minLength: 1, maxLength: 4 })
const place = fc.tuple(fc.string(), fc.string(), fc.string())

/** Sort values of real lists: an id, or a time and an id. */
const realValues = fc.oneof(
  fc.constant(0).map(() => [newId('Comment')]),
  fc
    .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
    .map((date) => [date.toISOString(), newId('Comment')]),
)

function reasonOf(work: () => unknown): string {
  try {
    return `decoded: ${JSON.stringify(work())}`
  } catch (error) {
    return error instanceof DomainError ? error.reason : `${error}`
  }
}

describe('a cursor', () => {
  it('returns its sort values', () => {
    fc.assert(
      fc.property(place, sortValues, (names, values) => {
        const binding = bindCursor(...names)
        expect(decodeCursor(binding, encodeCursor(binding, values), values.length)).toEqual(values)
      }),
    )
  })

  it('is safe in a URL', () => {
    fc.assert(
      fc.property(sortValues, (values) => {
        expect(encodeCursor(bindCursor('list', 'parent', '{}'), values)).toMatch(/^[A-Za-z0-9_-]+$/)
      }),
    )
  })

  it('is rejected after any change of one character', () => {
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. %\u00e9']
    fc.assert(
      fc.property(realValues, fc.nat(), fc.constantFrom(...characters), (values, at, character) => {
        const binding = bindCursor('comments', 'spc_1', '{"order":"desc"}')
        const cursor = encodeCursor(binding, values)
        const index = at % cursor.length
        fc.pre(cursor[index] !== character)
        const changed = cursor.slice(0, index) + character + cursor.slice(index + 1)
        expect(reasonOf(() => decodeCursor(binding, changed, values.length))).toBe('invalid_cursor')
      }),
      { numRuns: 2_000 },
    )
  })

  it('is rejected when it is truncated or extended', () => {
    fc.assert(
      fc.property(realValues, fc.nat(), fc.string({ minLength: 1 }), (values, at, tail) => {
        const binding = bindCursor('comments', 'spc_1', '{}')
        const cursor = encodeCursor(binding, values)
        const refusals = [
          cursor.slice(0, at % cursor.length),
          cursor.slice((at % cursor.length) + 1),
          cursor + tail,
        ]
        for (const refused of refusals) {
          expect(reasonOf(() => decodeCursor(binding, refused, values.length))).toBe('invalid_cursor')
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is rejected by another list, below another parent, and with other filters', () => {
    fc.assert(
      fc.property(place, place, realValues, (mine, theirs, values) => {
        fc.pre(mine.join('\n') !== theirs.join('\n'))
        const cursor = encodeCursor(bindCursor(...mine), values)
        expect(reasonOf(() => decodeCursor(bindCursor(...theirs), cursor, values.length))).toBe(
          'invalid_cursor',
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('is rejected by a list of the same name with another number of sort columns', () => {
    const binding = bindCursor('comments', 'spc_1', '{}')
    const narrow = encodeCursor(binding, [newId('Comment')])
    const wide = encodeCursor(binding, ['2026-11-15T00:00:00.000Z', newId('Comment')])
    expect(reasonOf(() => decodeCursor(binding, narrow, 2))).toBe('invalid_cursor')
    expect(reasonOf(() => decodeCursor(binding, wide, 3))).toBe('invalid_cursor')
  })

  it('is rejected when it contains values that PostgreSQL cannot read', () => {
    const binding = bindCursor('comments', 'spc_1', '{}')
    for (const values of [['\0'], ['a', '\0']]) {
      const forged = encodeCursor(binding, values)
      expect(reasonOf(() => decodeCursor(binding, forged, values.length))).toBe('invalid_cursor')
    }
  })

  it('is rejected when it is any other text', () => {
    const binding = bindCursor('comments', 'spc_1', '{}')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (garbage) => {
        expect(reasonOf(() => decodeCursor(binding, garbage, 1))).toBe('invalid_cursor')
      }),
    )
  })

  it('stays valid over releases, because clients store cursors', () => {
    const binding = bindCursor('comments.list', 'spc_1', 'status=open')
    const kept: [string, string[]][] = [
      ['104ff6rl8ew3cmt_01', ['cmt_01']],
      [
        '10iorz4mffw7-WyIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMFoiLCJjbXRfMDEiXQ',
        ['2026-01-01T00:00:00.000Z', 'cmt_01'],
      ],
      ['10f55n5xu7mh-WyIiXQ', ['']],
    ]
    for (const [cursor, values] of kept) {
      expect(encodeCursor(binding, values)).toBe(cursor)
      expect(decodeCursor(binding, cursor, values.length)).toEqual(values)
    }
  })

  it('has at most 2,048 characters', () => {
    const binding = bindCursor('comments', 'spc_1', '{}')
    const cursorOf = (length: number) => encodeCursor(binding, ['x'.repeat(length)])
    expect(cursorOf(2_036)).toHaveLength(2_048)
    expect(decodeCursor(binding, cursorOf(2_036), 1)).toEqual(['x'.repeat(2_036)])
    expect(reasonOf(() => decodeCursor(binding, cursorOf(2_037), 1))).toBe('invalid_cursor')
  })
})
