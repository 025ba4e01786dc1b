import { type LineChange, lineChanges } from '../source/line-changes.ts'
import type { PlacedBlock } from './placed-blocks.ts'
import type { Similarity } from './similarity.ts'

/** Blocks that share this part of their words are versions of one block. */
const SIMILAR = 0.3
/** A block that was moved and edited at once shares at least this part. */
export const MOVED = 0.6
/** The pairs of blocks that are compared in one change, and in all of them together. */
const MAX_PAIRS = 10_000
const MAX_ALL_PAIRS = 100_000
/** Of many equal blocks, those that are tried as the one that was kept. */
const MAX_EQUAL = 8
const FEW_COMPARISONS = 200_000

/** How the blocks of a text became those of another: compared by content, and by words where that changed. */
export class Alignment {
  readonly #before: readonly PlacedBlock[]
  readonly #after: readonly PlacedBlock[]
  readonly #similarity: Similarity
  readonly #changes: readonly LineChange[]
  readonly #kept: number
  readonly #pairs = new Map<LineChange, Map<number, number>>()
  #pairsLeft = MAX_ALL_PAIRS
  #moved: ReadonlySet<string> | undefined

  constructor(before: readonly PlacedBlock[], after: readonly PlacedBlock[], similarity: Similarity) {
    this.#before = before
    this.#after = after
    this.#similarity = similarity
    const whole = { base: 0, removed: before.length, side: 0, added: after.length }
    this.#changes = lineChanges(contentsOf(before), contentsOf(after)) ?? [whole]
    this.#kept = keptBy(before.length, this.#changes)
  }

  /** The block that one became. Undefined if it was removed. */
  of(index: number): PlacedBlock | undefined {
    let shift = 0
    for (const change of this.#changes) {
      if (index < change.base) break
      if (index < change.base + change.removed) {
        const at = this.#equal(index) ?? this.#pairsIn(change).get(index)
        return at === undefined ? undefined : this.#after[at]
      }
      shift = change.side + change.added - change.base - change.removed
    }
    return this.#after[index + shift]
  }

  /** The blocks that are none of the former ones. `isExact`: also those whose text changed. */
  added(isExact: boolean): PlacedBlock[] {
    return this.#changes.flatMap((change) => {
      const { side, added } = change
      const paired = isExact ? new Set<number>() : new Set(this.#pairsIn(change).values())
      return this.#after.slice(side, side + added).filter((_block, at) => !paired.has(side + at))
    })
  }

  /**
   * Of several equal blocks, another can be the one that was kept: as many blocks as before must remain if this one
   * is it.
   */
  #equal(index: number): number | undefined {
    const content = this.#before[index]?.content
    const equal = [...this.#after.keys()].filter((at) => this.#after[at]?.content === content)
    const nearest = equal.sort((one, other) => Math.abs(one - index) - Math.abs(other - index))
    return nearest.slice(0, MAX_EQUAL).find((at) => {
      const above = this.#keptOf([0, index], [0, at])
      const below = this.#keptOf([index + 1], [at + 1])
      return above + 1 + below === this.#kept
    })
  }

  #keptOf(before: [number, number?], after: [number, number?]): number {
    const part = contentsOf(this.#before.slice(...before))
    const changes = lineChanges(part, contentsOf(this.#after.slice(...after)), FEW_COMPARISONS)
    return changes ? keptBy(part.length, changes) : Number.NaN
  }

  #pairsIn(change: LineChange): Map<number, number> {
    const known = this.#pairs.get(change)
    if (known) return known
    const removed = this.#notMoved(this.#before, change.base, change.removed)
    const added = this.#notMoved(this.#after, change.side, change.added)
    const count = removed.length * added.length
    const isSmall = count <= Math.min(MAX_PAIRS, this.#pairsLeft)
    if (isSmall) this.#pairsLeft -= count
    const pairs = new Map<number, number>()
    const pair = (row: number, column: number) => pairs.set(removed[row] as number, added[column] as number)
    const similar = isSmall ? this.#similar(removed, added) : []
    let [nextRow, nextColumn] = [0, 0]
    for (const [row, column] of [...similar, [removed.length, added.length] as const]) {
      // What was rewritten between two blocks: as many blocks as before, in the same order.
      const isRewritten = row - nextRow === column - nextColumn
      for (let at = 0; isRewritten && nextRow + at < row; at += 1) {
        if (!this.#comesFromElsewhere(change, added[nextColumn + at])) pair(nextRow + at, nextColumn + at)
      }
      if (row < removed.length) pair(row, column)
      nextRow = row + 1
      nextColumn = column + 1
    }
    this.#pairs.set(change, pairs)
    return pairs
  }

  /** The positions of blocks that were not moved as they are. */
  #notMoved(blocks: readonly PlacedBlock[], from: number, count: number): number[] {
    this.#moved ??= this.#movedContents()
    const moved = this.#moved
    return Array.from({ length: count }, (_, at) => from + at).filter(
      (at) => !moved.has(blocks[at]?.content ?? ''),
    )
  }

  #movedContents(): Set<string> {
    const removed = new Set(
      this.#changes.flatMap(({ base, removed }) => contentsOf(this.#before.slice(base, base + removed))),
    )
    const added = this.#changes.flatMap(({ side, added }) =>
      contentsOf(this.#after.slice(side, side + added)),
    )
    return new Set(added.filter((content) => removed.has(content)))
  }

  /** Whether a block was moved here, and edited. */
  #comesFromElsewhere(here: LineChange, at: number | undefined): boolean {
    const block = at === undefined ? undefined : this.#after[at]
    return this.#changes.some((change) => {
      if (change === here || change.removed > this.#pairsLeft) return false
      this.#pairsLeft -= change.removed
      const removed = this.#before.slice(change.base, change.base + change.removed)
      return block !== undefined && removed.some((each) => this.#similarity.of(each, block) >= MOVED)
    })
  }

  /** The pairs of blocks that share most words, in order. */
  #similar(removed: readonly number[], added: readonly number[]): (readonly [number, number])[] {
    const width = added.length + 1
    const best = new Float64Array((removed.length + 1) * width)
    const scores = new Float64Array(removed.length * width)
    const at = (row: number, column: number) => best[row * width + column] ?? 0
    for (let row = removed.length - 1; row >= 0; row -= 1) {
      for (let column = added.length - 1; column >= 0; column -= 1) {
        const score = this.#score(removed[row] as number, added[column] as number)
        scores[row * width + column] = score
        const paired = score === 0 ? 0 : score + at(row + 1, column + 1)
        best[row * width + column] = Math.max(paired, at(row + 1, column), at(row, column + 1))
      }
    }
    const pairs: (readonly [number, number])[] = []
    let [row, column] = [0, 0]
    while (row < removed.length && column < added.length) {
      const score = scores[row * width + column] ?? 0
      if (score > 0 && at(row, column) === score + at(row + 1, column + 1)) {
        pairs.push([row, column])
        row += 1
        column += 1
      } else if (at(row, column) === at(row + 1, column)) row += 1
      else column += 1
    }
    return pairs
  }

  #score(before: number, after: number): number {
    const [one, other] = [this.#before[before], this.#after[after]]
    const score = one && other ? this.#similarity.of(one, other) : 0
    if (score < SIMILAR) return 0
    return one?.type === other?.type ? score + SIMILAR : score
  }
}

const contentsOf = (blocks: readonly PlacedBlock[]): string[] => blocks.map(({ content }) => content)

const keptBy = (length: number, changes: readonly LineChange[]): number =>
  changes.reduce((kept, { removed }) => kept - removed, length)
