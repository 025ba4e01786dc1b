import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '../support/property-seed.ts'
import { problemAfter } from './edits.ts'
import { printedPages } from './pages.ts'

const fraction = fc.double({ min: 0, max: 1, noNaN: true })
const edit = fc.record({ block: fraction, from: fraction, to: fraction, kind: fraction, what: fraction })

describe('an edit of one block in the rich editor', () => {
  it('changes no other line, means what was edited, and is undone to the same bytes', {
    timeout: 120_000,
  }, () => {
    const page = fc.constantFrom(...printedPages)
    fc.assert(
      fc.property(page, edit, ({ text }, change) => {
        expect(problemAfter(text, change)).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })
})
