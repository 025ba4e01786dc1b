import fc from 'fast-check'
import { expect, it } from 'vitest'
import { trimEndOf, trimEnds } from '../../src/core/trim.ts'

it('trimming removes from the ends what an equivalent pattern would remove', () => {
  const text = fc.string({ unit: fc.constantFrom('-', '.', ' ', 'a', 'é', '😀') })
  fc.assert(
    fc.property(text, (value) => {
      expect(trimEnds(value, /[-.]/)).toBe(value.replace(/^[-.]+|[-.]+$/g, ''))
      expect(trimEndOf(value, /[-.]/)).toBe(value.replace(/[-.]+$/, ''))
    }),
  )
})
