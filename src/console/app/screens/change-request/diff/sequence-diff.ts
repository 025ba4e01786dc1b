/** A run of items that both sequences have, or that differ. Positions count from 0; `end` is the first after the run. */
export interface Run {
  isSame: boolean
  before: { start: number; end: number }
  after: { start: number; end: number }
}

/** Beyond this many differences, the rest is one difference: the work stays linear in the length. */
const MAX_EDITS = 96

/**
 * The runs in which two sequences are the same or differ, in order (Myers, "An O(ND) Difference Algorithm"). At most
 * `MAX_EDITS` single differences are told apart, so that the time is linear in the length of the sequences.
 */
export function sequenceDiff<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean = Object.is,
): Run[] {
  const shortest = Math.min(before.length, after.length)
  let head = 0
  while (head < shortest && isSame(before[head], after[head])) head++
  let tail = 0
  while (tail < shortest - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const ends = { before: before.length - tail, after: after.length - tail }
  const matches = matchesBetween(before.slice(head, ends.before), after.slice(head, ends.after), isSame)
  const runs: Run[] = []
  let at = { before: 0, after: 0 }
  const same = (start: { before: number; after: number }, length: number) => {
    if (start.before > at.before || start.after > at.after) {
      runs.push({
        isSame: false,
        before: { start: at.before, end: start.before },
        after: { start: at.after, end: start.after },
      })
    }
    at = { before: start.before + length, after: start.after + length }
    if (length === 0) return
    const last = runs.at(-1)
    // A match that follows a match is one run.
    if (last?.isSame) {
      last.before.end = at.before
      last.after.end = at.after
      return
    }
    runs.push({
      isSame: true,
      before: { start: start.before, end: at.before },
      after: { start: start.after, end: at.after },
    })
  }
  same({ before: 0, after: 0 }, head)
  for (const [x, y] of matches) same({ before: head + x, after: head + y }, 1)
  same({ before: ends.before, after: ends.after }, tail)
  return runs
}

/** Pairs of positions at which both sequences have the same item, rising. None if they differ too much. */
function matchesBetween<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean,
): [number, number][] {
  const [n, m] = [before.length, after.length]
  if (n === 0 || m === 0) return []
  const furthest = new Map<number, number>([[1, 0]])
  const steps: Map<number, number>[] = []
  for (let edits = 0; edits <= Math.min(MAX_EDITS, n + m); edits++) {
    steps.push(new Map(furthest))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(furthest, diagonal, edits)
      while (x < n && x - diagonal < m && isSame(before[x], after[x - diagonal])) x++
      furthest.set(diagonal, x)
      if (x >= n && x - diagonal >= m) return wayBack(steps, n, m)
    }
  }
  return []
}

const below = (furthest: ReadonlyMap<number, number>, diagonal: number) =>
  furthest.get(diagonal) ?? Number.NEGATIVE_INFINITY

/** Whether the best way to a diagonal comes from the one above it, which adds an item. */
const comesFromAbove = (furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean =>
  diagonal === -edits || (diagonal !== edits && below(furthest, diagonal - 1) < below(furthest, diagonal + 1))

const startOf = (furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): number =>
  comesFromAbove(furthest, diagonal, edits)
    ? (furthest.get(diagonal + 1) ?? 0)
    : (furthest.get(diagonal - 1) ?? 0) + 1

function wayBack(steps: readonly ReadonlyMap<number, number>[], n: number, m: number): [number, number][] {
  const matches: [number, number][] = []
  let [x, y] = [n, m]
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const furthest = steps[edits] as ReadonlyMap<number, number>
    const diagonal = x - y
    const isAdded = comesFromAbove(furthest, diagonal, edits)
    const previous = isAdded ? diagonal + 1 : diagonal - 1
    const from = edits === 0 ? 0 : (furthest.get(previous) ?? 0)
    const start = edits === 0 ? 0 : isAdded ? from : from + 1
    while (x > start) {
      x--
      y--
      matches.push([x, y])
    }
    x = from
    y = from - previous
  }
  return matches.reverse()
}
