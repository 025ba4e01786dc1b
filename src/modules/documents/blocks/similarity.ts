import type { PlacedBlock } from './placed-blocks.ts'

/** Words that are compared of a block. */
const MAX_WORDS = 200
/** Scripts without spaces between words are compared by character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

interface Words {
  counts: Map<string, number>
  total: number
}

/** Compares the words of blocks, and reads those of each block once. */
export class Similarity {
  readonly #words = new Map<PlacedBlock, Words>()

  /** The part of their words that two blocks share, from 0 to 1. */
  of(one: PlacedBlock, other: PlacedBlock): number {
    const [fewer, more] = [this.#of(one), this.#of(other)].sort((a, b) => a.counts.size - b.counts.size)
    if (!fewer || !more || fewer.total === 0) return 0
    let shared = 0
    for (const [word, count] of fewer.counts) shared += Math.min(count, more.counts.get(word) ?? 0)
    return (2 * shared) / (fewer.total + more.total)
  }

  /** Whether a block has words: a divider has none, and nothing to recognize it by. */
  hasWords(block: PlacedBlock): boolean {
    return this.#of(block).total > 0
  }

  #of(block: PlacedBlock): Words {
    const known = this.#words.get(block)
    if (known) return known
    const words: Words = { counts: new Map(), total: 0 }
    for (const [word] of block.markdown.matchAll(WORD)) {
      if (words.total === MAX_WORDS) break
      const lower = word.toLowerCase()
      words.counts.set(lower, (words.counts.get(lower) ?? 0) + 1)
      words.total += 1
    }
    this.#words.set(block, words)
    return words
  }
}
