import { Alignment, MOVED } from './alignment.ts'
import { type LineRange, type PlacedBlock, placedBlocks } from './placed-blocks.ts'
import { Similarity } from './similarity.ts'

/** A block in one version of a text. */
export interface BlockVersion {
  key: string
  type: string
  lines: LineRange
  markdown: string
}

/** A block that something refers to, and what became of it. */
export interface FollowedBlock {
  /** Null if the earlier text has no such block. */
  former: BlockVersion | null
  /** Null if it was removed. */
  current: BlockVersion | null
  /** Whether its text changed, or it was removed. */
  isOutdated: boolean
}

/** A block whose text shares this part of its words was edited, even if its former text is also elsewhere. */
const EDITED = 0.5
/** Blocks that are compared with one that was moved and edited. */
const MAX_CANDIDATES = 1_000

/** Follows blocks from a source to a later one by what both have in common. Null if the later one was deleted. */
export function followBlocks(before: string, after: string | null, keys: readonly string[]): FollowedBlock[] {
  const old = placedBlocks(before)
  const paths = pathsTo(old, new Set(keys))
  const follower = after === null ? null : new Follower(old, before === after ? old : placedBlocks(after))
  return keys.map((key) => {
    const path = paths.get(key)
    const then = path && blockAt(old, path)
    const now = path && follower?.follow(path)
    return {
      former: then ? versionOf(then) : null,
      current: now ? versionOf(now) : null,
      isOutdated: !then || !now || now.content !== then.content,
    }
  })
}

const versionOf = ({ key, type, lines, markdown }: PlacedBlock): BlockVersion => ({
  key,
  type,
  lines,
  markdown,
})

/** The position of a block: the index in each list of blocks from the top. */
type Path = readonly number[]

function pathsTo(blocks: readonly PlacedBlock[], keys: ReadonlySet<string>): Map<string, Path> {
  const found = new Map<string, Path>()
  const visit = (list: readonly PlacedBlock[], path: Path) => {
    for (const [index, block] of list.entries()) {
      const own = [...path, index]
      if (keys.has(block.key) && !found.has(block.key)) found.set(block.key, own)
      visit(block.blocks, own)
    }
  }
  visit(blocks, [])
  return found
}

function blockAt(blocks: readonly PlacedBlock[], path: Path): PlacedBlock | undefined {
  let [list, found]: [readonly PlacedBlock[], PlacedBlock | undefined] = [blocks, undefined]
  for (const index of path) {
    found = list[index]
    list = found?.blocks ?? []
  }
  return found
}

class Follower {
  readonly #before: readonly PlacedBlock[]
  readonly #after: readonly PlacedBlock[]
  readonly #similarity = new Similarity()
  /** By each of the two lists of blocks that were compared. */
  readonly #alignments = new Map<readonly PlacedBlock[], Alignment>()

  constructor(before: readonly PlacedBlock[], after: readonly PlacedBlock[]) {
    this.#before = before
    this.#after = after
  }

  follow(path: Path): PlacedBlock | undefined {
    const block = blockAt(this.#before, path)
    if (!block || this.#before === this.#after) return block
    const found = this.#inPlace(path)
    if (found?.content === block.content) return found
    if (found && this.#similarity.of(block, found) >= EDITED) return found
    if (!this.#similarity.hasWords(block)) return found
    return this.#moved(block) ?? this.#movedAndEdited(block) ?? found
  }

  /** Where it is if it was not moved: at each level, the block that contains it is followed. */
  #inPlace(path: Path): PlacedBlock | undefined {
    let [before, after]: (readonly PlacedBlock[])[] = [this.#before, this.#after]
    let found: PlacedBlock | undefined
    for (const index of path) {
      found = this.#alignment(before ?? [], after ?? []).of(index)
      if (!found) return undefined
      before = before?.[index]?.blocks
      after = found.blocks
    }
    return found
  }

  #moved({ content }: PlacedBlock): PlacedBlock | undefined {
    return this.#added(true).find((block) => block.content === content)
  }

  #movedAndEdited(block: PlacedBlock): PlacedBlock | undefined {
    let [best, bestScore]: [PlacedBlock | undefined, number] = [undefined, MOVED]
    for (const candidate of this.#added(false).slice(0, MAX_CANDIDATES)) {
      const score = candidate.type === block.type ? this.#similarity.of(block, candidate) : 0
      if (score >= bestScore) [best, bestScore] = [candidate, score]
    }
    return best
  }

  /** The blocks that were added, with those that were added inside of them. */
  #added(isExact: boolean, blocks = this.#after): PlacedBlock[] {
    const added = this.#alignments.get(blocks)?.added(isExact) ?? blocks
    return added.flatMap((block) => [block, ...this.#added(isExact, block.blocks)])
  }

  #alignment(before: readonly PlacedBlock[], after: readonly PlacedBlock[]): Alignment {
    const known = this.#alignments.get(before)
    if (known) return known
    const made = new Alignment(before, after, this.#similarity)
    this.#alignments.set(before, made).set(after, made)
    return made
  }
}
