import loaded from '@jest/diff-sequences'

// Its types are those of the CommonJS build, but Node loads the ES module.
const diffSequence = loaded as unknown as typeof loaded.default

/** Lines of a text that were replaced by others. Positions count from 0. */
export interface LineChange {
  base: number
  removed: number
  side: number
  added: number
}

/**
 * The number of pairs of lines that are compared before a comparison is given up, which takes about 0.1 seconds: texts
 * of thousands of lines of which each occurs in both, in another order.
 */
const MAX_COMPARISONS = 5_000_000

class TooManyComparisons extends Error {}

/**
 * The changes from one list of lines to another, as few lines as possible. Undefined if the lists are too different to be
 * compared in detail. Memory is linear, and so is the time for lines that only one of them has.
 */
export function lineChanges(
  before: readonly string[],
  after: readonly string[],
  maxComparisons = MAX_COMPARISONS,
): LineChange[] | undefined {
  const [old, current] = sharedLines(before, after)
  const changes: LineChange[] = []
  let base = 0
  let side = 0
  const keep = (nextBase: number, nextSide: number) => {
    if (nextBase > base || nextSide > side) {
      changes.push({ base, removed: nextBase - base, side, added: nextSide - side })
    }
    base = nextBase + 1
    side = nextSide + 1
  }
  let comparisons = 0
  try {
    diffSequence(
      old.lines.length,
      current.lines.length,
      (one, other) => {
        comparisons += 1
        if (comparisons > maxComparisons) throw new TooManyComparisons()
        return old.lines[one] === current.lines[other]
      },
      (count, one, other) => {
        for (let n = 0; n < count; n += 1) {
          keep(old.positions[one + n] as number, current.positions[other + n] as number)
        }
      },
    )
  } catch (error) {
    if (error instanceof TooManyComparisons) return undefined
    throw error
  }
  keep(before.length, after.length)
  return changes
}

/**
 * The same, compared from the end: of lines that occur several times, others can be the ones that the lists have in
 * common. Only of several blank lines the last ones count as changed in both comparisons, because readers see no
 * difference.
 */
export function lineChangesFromEnd(
  before: readonly string[],
  after: readonly string[],
): LineChange[] | undefined {
  const reversed = lineChanges(before.toReversed(), after.toReversed())
  if (!reversed) return undefined
  let next = before.length + 1
  const found = reversed.map(({ base, removed, side, added }) => {
    const change = {
      base: before.length - base - removed,
      removed,
      side: after.length - side - added,
      added,
    }
    const blanks = blanksBelow(before, after, change, next - 1)
    next = change.base + blanks
    return { ...change, base: next, side: change.side + blanks }
  })
  return found.reverse()
}

const isBlank = (line: string | undefined): boolean => line?.trim() === ''

/** How many lines further down the same blank lines can be removed or added, before this line of the base. */
function blanksBelow(
  before: readonly string[],
  after: readonly string[],
  { base, removed, side, added }: LineChange,
  end: number,
): number {
  if (removed > 0 && added > 0) return 0
  const [lines, from, count] = removed > 0 ? [before, base, removed] : [after, side, added]
  if (!lines.slice(from, from + count).every(isBlank)) return 0
  let moved = 0
  while (base + removed + moved < end && lines[from + count + moved] === lines[from + moved]) moved += 1
  return moved
}

/** Lines as numbers, and their positions in the text. */
interface NumberedLines {
  lines: number[]
  positions: number[]
}

/** The lines that occur in both lists. No other line can be part of what they have in common. */
function sharedLines(before: readonly string[], after: readonly string[]): [NumberedLines, NumberedLines] {
  const numbers = new Map<string, number>()
  for (const line of before) if (!numbers.has(line)) numbers.set(line, numbers.size)
  const shared = new Set<number>()
  const current = numbered(after, (line) => numbers.get(line))
  for (const line of current.lines) shared.add(line)
  const old = numbered(before, (line) => {
    const number = numbers.get(line)
    return number !== undefined && shared.has(number) ? number : undefined
  })
  return [old, current]
}

function numbered(lines: readonly string[], numberOf: (line: string) => number | undefined): NumberedLines {
  const found: NumberedLines = { lines: [], positions: [] }
  for (const [position, line] of lines.entries()) {
    const number = numberOf(line)
    if (number === undefined) continue
    found.lines.push(number)
    found.positions.push(position)
  }
  return found
}
