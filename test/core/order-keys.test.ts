import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyBetween, orderKeys } from '../../src/core/order-keys.ts'

const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
// Few digits, so that long shared beginnings and both ends come up often.
const digit = fc.oneof(fc.constantFrom('0', '1', 'y', 'z'), fc.constantFrom(...DIGITS))
const key = fc
  .tuple(fc.array(digit, { maxLength: 6 }), digit)
  .map(([digits, last]) => digits.join('') + (last === '0' ? '1' : last))

describe('keyBetween', () => {
  it('is strictly between any two keys, and itself a key', () => {
    fc.assert(
      fc.property(key, key, (a, b) => {
        fc.pre(a !== b)
        const [before, after] = a < b ? [a, b] : [b, a]
        const middle = keyBetween(before, after)
        expect(before < middle && middle < after).toBe(true)
        expect(middle).toMatch(/^[0-9A-Za-z]*[1-9A-Za-z]$/)
      }),
      { numRuns: 2000 },
    )
  })

  it('is strictly beyond any key at either end, and itself a key', () => {
    fc.assert(
      fc.property(key, (middle) => {
        const before = keyBetween(null, middle)
        const after = keyBetween(middle, null)
        expect(before < middle && middle < after).toBe(true)
        for (const each of [before, after]) expect(each).toMatch(/^[0-9A-Za-z]*[1-9A-Za-z]$/)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps any sequence of insertions in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (places) => {
        const keys: string[] = []
        for (const place of places) {
          const at = place % (keys.length + 1)
          keys.splice(at, 0, keyBetween(keys[at - 1] ?? null, keys[at] ?? null))
        }
        expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)))
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })

  it('stays short when a list only grows at one end', () => {
    let last = keyBetween(null, null)
    let first = last
    for (let i = 0; i < 10_000; i++) {
      const [next, previous] = [keyBetween(last, null), keyBetween(null, first)]
      expect(next > last && previous < first).toBe(true)
      last = next
      first = previous
    }
    expect(Math.max(last.length, first.length)).toBeLessThanOrEqual(5)
  })

  it.each([
    ['V', 'V'],
    ['W', 'V'],
    ['', null],
    ['V0', null],
    [null, 'a-b'],
  ])('refuses %j and %j', (before, after) => {
    expect(() => keyBetween(before, after)).toThrow(RangeError)
  })
})

describe('orderKeys', () => {
  it('gives as many different keys as asked for, in order', () => {
    const keys = orderKeys(5000)
    expect(new Set(keys).size).toBe(5000)
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)))
  })
})
