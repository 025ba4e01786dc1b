import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../src/core/operations/fingerprint.ts'

const of = (input: unknown) => fingerprintOf('comments.post', 'rest', input)

describe('the fingerprint of an input', () => {
  it('is the same whatever the order of its fields', async () => {
    const one = await of({ a: 1, b: { c: [1, { d: 'x', e: null }], f: true } })
    expect(await of({ b: { f: true, c: [1, { e: null, d: 'x' }] }, a: 1 })).toBe(one)
    expect(await of({ a: 1, b: { c: [1, { d: 'x', e: null }], f: true }, g: undefined })).toBe(one)
  })

  it.each<[string, unknown, unknown]>([
    ['values', { a: 1 }, { a: 2 }],
    ['types', { a: 1 }, { a: '1' }],
    ['names', { a: 1 }, { b: 1 }],
    ['the order of a list', [1, 2], [2, 1]],
    ['the borders of lists', [[1], [2]], [[1, 2]]],
    ['null and absence', { a: null }, {}],
    ['bytes', Buffer.from('a'), Buffer.from('b')],
  ])('differs with %s', async (_what, one, other) => {
    expect(await of(one)).not.toBe(await of(other))
  })

  it('covers large inputs to their ends', async () => {
    const list = Array.from({ length: 20_000 }, (_, index) => ({ text: `Number ${index}` }))
    const other = [...list.slice(0, -1), { text: 'Another end' }]
    expect(await of(list)).toBe(await of(structuredClone(list)))
    expect(await of(list)).not.toBe(await of(other))
    const bytes = Buffer.alloc(3_000_000)
    const changed = Buffer.from(bytes)
    changed[2_999_999] = 1
    expect(await of({ bytes })).not.toBe(await of({ bytes: changed }))
  })
})
