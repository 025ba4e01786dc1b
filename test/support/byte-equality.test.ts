import { expect, it } from 'vitest'

it('equality compares bytes by kind, length and value, also within objects', () => {
  const bytes = Buffer.from([1, 2, 3])
  expect({ bytes }).toEqual({ bytes: Buffer.from([0, 1, 2, 3]).subarray(1) })
  for (const other of [Buffer.from([1, 2, 4]), Buffer.from([1, 2]), Uint8Array.of(1, 2, 3), [1, 2, 3]]) {
    expect({ bytes }).not.toEqual({ bytes: other })
    expect({ bytes: other }).not.toEqual({ bytes })
  }
})
