import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LineChange, lineChanges, lineChangesFromEnd } from '../../src/modules/documents/index.ts'

/** The lines after the changes. */
function applied(changes: readonly LineChange[], before: readonly string[], after: readonly string[]) {
  const lines: string[] = []
  let at = 0
  for (const { base, removed, side, added } of changes) {
    lines.push(...before.slice(at, base), ...after.slice(side, side + added))
    at = base + removed
  }
  return [...lines, ...before.slice(at)]
}

/** The length of a longest common subsequence, by its definition. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0)
  for (const line of one) {
    const next = [0]
    for (const [at, each] of other.entries()) {
      const longest = Math.max(row[at + 1] ?? 0, next[at] ?? 0)
      next.push(line === each ? (row[at] ?? 0) + 1 : longest)
    }
    row = next
  }
  return row[other.length] ?? 0
}

const lines = fc.array(fc.constantFrom('', 'a', 'b', '## A', 'x', 'constructor', '__proto__'), {
  maxLength: 30,
})

const comparisons = [
  ['from the beginning', lineChanges],
  ['from the end', lineChangesFromEnd],
] as const

describe.each(comparisons)('changed lines, compared %s', (_from, compare) => {
  it('lead from one list to the other, with as many lines in common as there are', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = compare(before, after) ?? []
        expect(applied(changes, before, after)).toEqual(after)
        const removed = changes.reduce((sum, change) => sum + change.removed, 0)
        expect(before.length - removed).toBe(commonLength(before, after))
      }),
      { numRuns: 500 },
    )
  })

  it('are apart from each other', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = compare(before, after) ?? []
        for (const [at, { base, side }] of changes.entries()) {
          const last = changes[at - 1]
          if (last) expect(base - last.base - last.removed).toBe(side - last.side - last.added)
          if (last) expect(base).toBeGreaterThan(last.base + last.removed)
        }
      }),
    )
  })
})

describe('changed lines', () => {
  it('are found with a number of comparisons in proportion to the lines, if a side rewrote every other line', () => {
    const text = (edited: string) =>
      Array.from({ length: 20_000 }, (_, n) =>
        n % 2 === 0 ? '' : `${n % 8 === 1 ? `${n} ${edited}` : n % 5}`,
      )
    const changes = lineChanges(text('before'), text('after'), 3 * 20_000)
    expect(changes).toHaveLength(2_500)
  })

  it('are not looked for where both lists have the same lines in another order, beyond a limit', () => {
    const forward = Array.from({ length: 20_000 }, (_, n) => String(n))
    expect(lineChanges(forward, forward.toReversed())).toBeUndefined()
  })
})
