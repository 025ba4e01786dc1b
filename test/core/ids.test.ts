import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf, newId, prefixes } from '../../src/core/ids.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const kinds = prefixes.names()
const anyKind = fc.constantFrom(...kinds)

const isSorted = (ids: readonly string[]) =>
  ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id)

describe('ids', () => {
  it('are ordered by creation, including 100,000 of one millisecond, and are unique', () => {
    const at = Date.now()
    const ids = Array.from({ length: 100_000 }, () => newId('Comment', at))
    expect(isSorted(ids)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('are ordered by creation, even if the clock stops or goes back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 2, maxLength: 50 }),
        (steps) => {
          const now = Date.now()
          expect(isSorted(steps.map((step) => newId('Comment', now + step)))).toBe(true)
        },
      ),
    )
  })

  it('sort by the time of creation across processes', () => {
    // A new process does not know the last millisecond of another, so only the time digits are ordered.
    const timeOf = (id: string) => id.slice(id.indexOf('_') + 1).slice(0, 10)
    // Another test of this process may have used a later time, which ids do not fall behind.
    const last = [...timeOf(newId('Space'))].reduce((time, digit) => time * 32 + ALPHABET.indexOf(digit), 0)
    const [early, late] = [newId('Space', last + 1), newId('Space', last + 2)]
    expect(timeOf(early) < timeOf(late)).toBe(true)
  })

  it('consist of letters, digits, - and _, for every kind', () => {
    fc.assert(
      fc.property(anyKind, (kind) => {
        expect(newId(kind)).toMatch(/^[a-zA-Z0-9_-]+$/)
      }),
    )
  })

  it('are mapped to their kind', () => {
    expect(kinds.map((kind) => kindOf(newId(kind)))).toEqual(kinds)
  })

  it('have a prefix of their own for each kind', () => {
    expect(new Set(prefixes.entries().map(([, prefix]) => prefix)).size).toBe(kinds.length)
  })

  it('without a known prefix have no kind', () => {
    const isOurs = (text: string) => prefixes.entries().some(([, prefix]) => text.startsWith(`${prefix}_`))
    fc.assert(
      fc.property(
        fc.string().filter((text) => !isOurs(text)),
        (text) => {
          expect(kindOf(text)).toBeUndefined()
        },
      ),
    )
    for (const text of ['', '_', 'cmt', '_cmt', 'constructor_1', '__proto___1']) {
      expect(kindOf(text)).toBeUndefined()
    }
  })
})
