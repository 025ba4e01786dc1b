import type { Turns } from '../../platform/turns/turns.ts'
import { tokensOf } from './tokens-of.ts'

/** The parts of a page by weight: title, headings, description, text. */
type Weight = 'A' | 'B' | 'C' | 'D'

/** PostgreSQL accepts one megabyte. Of a page with more words, only the first ones are indexed. */
const MAX_BYTES = 256 * 1024
/** The maximum length of a word in PostgreSQL. */
const MAX_PLACES = 255
const LAST_POSITION = 16_383
/** The gap between two texts, so that no phrase matches across them. */
const GAP = 8

/** Shorter words are similar to too many others. */
export const SHORTEST_TYPO = 4
const LONGEST_TYPO = 32
const LETTERS = /^[\p{M}\p{N}]*\p{L}[\p{L}\p{M}\p{N}]*$/u

/** The words of a page or of a section, in the format of PostgreSQL's text search. */
export class Words {
  readonly #places = new Map<string, string[]>()
  #bytes = 0
  #position = 0

  /** Adds a word of the current text. */
  add(word: string, position: number, weight: Weight): void {
    const at = Math.min(this.#position + position, LAST_POSITION)
    this.#note(word, weight === 'D' ? String(at) : `${at}${weight}`)
  }

  /** Ends the current text. */
  end(lastPosition: number): void {
    this.#position += lastPosition + GAP
  }

  /** Adds a term that no text contains, without a position. */
  mark(name: string): void {
    if (this.#places.has(name) || this.#bytes >= MAX_BYTES) return
    this.#places.set(name, [])
    this.#bytes += Buffer.byteLength(name) + 8
  }

  #note(word: string, place: string): void {
    const known = this.#places.get(word)
    if (known) {
      if (known.length >= MAX_PLACES) return
      known.push(place)
      this.#bytes += 2
    } else if (this.#bytes < MAX_BYTES) {
      this.#places.set(word, [place])
      this.#bytes += Buffer.byteLength(word) + 8
    }
  }

  /** The words that users may type and misspell. */
  typed(): string[] {
    return [...this.#places.keys()].filter(
      (word) => word.length >= SHORTEST_TYPO && word.length <= LONGEST_TYPO && LETTERS.test(word),
    )
  }

  /** In the format of PostgreSQL. Words consist of letters and digits, so nothing is escaped. */
  toString(): string {
    const parts: string[] = []
    for (const [word, places] of this.#places) {
      parts.push(places.length === 0 ? `'${word}'` : `'${word}':${places.join(',')}`)
    }
    return parts.join(' ')
  }
}

const TOKENS_PER_LOOK = 64

/** Adds a text, which may be long, and returns the number of its words. `marks` are terms of its own for each word. */
export async function addText(
  to: readonly Words[],
  text: string,
  weight: Weight,
  turns: Turns,
  marks: readonly ((word: string) => string)[] = [],
): Promise<number> {
  let last = 0
  let count = 0
  for (const { word, position } of tokensOf(text)) {
    count += 1
    if (count % TOKENS_PER_LOOK === 0 && turns.isOver()) await turns.next()
    last = position
    for (const words of to) words.add(word, position, weight)
    for (const mark of marks) to[0]?.mark(mark(word))
  }
  for (const words of to) words.end(last)
  return last
}

/** The terms of words in titles, and in titles or headings, which find pages without reading all of their words. */
export const inTitle = (word: string): string => `=${word}`
export const inNames = (word: string): string => `~${word}`

/** The term of pages of which every reader sees all that is written. */
export const AS_WRITTEN = '@written'

/** The term of all pages of a space, which restricts the index to them. */
export const spaceMark = (spaceId: string): string => `@${spaceId}`
