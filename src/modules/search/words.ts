import { tokensOf } from './fold.ts'

/** Where a word stands, by how much it tells: title, headings, description, text. */
export type Weight = 'A' | 'B' | 'C' | 'D'

/** PostgreSQL takes a megabyte; a page that has more words than this is found by the first of them. */
const MOST_BYTES = 256 * 1024
/** What PostgreSQL keeps of one word. */
const MOST_PLACES = 255
const LAST_POSITION = 16_383
/** Between two texts, so that no phrase goes from one into the other. */
const GAP = 8

/** Shorter ones are like too many others. */
export const SHORTEST_TYPO = 4
const LONGEST_TYPO = 32
const LETTERS = /^[\p{M}\p{N}]*\p{L}[\p{L}\p{M}\p{N}]*$/u

/** The words of a page or of a section as PostgreSQL's text search reads them. */
export class Words {
  readonly #places = new Map<string, string[]>()
  #bytes = 0
  #position = 0

  /** Adds a text and gives the number of its words. */
  add(text: string, weight: Weight): number {
    let last = 0
    for (const { word, position } of tokensOf(text)) {
      last = position
      const at = Math.min(this.#position + position, LAST_POSITION)
      this.#note(word, weight === 'D' ? String(at) : `${at}${weight}`)
    }
    this.#position += last + GAP
    return last
  }

  /** A mark that no text holds, without a place. */
  mark(name: string): void {
    this.#places.set(name, [])
  }

  #note(word: string, place: string): void {
    const known = this.#places.get(word)
    if (known) {
      if (known.length >= MOST_PLACES) return
      known.push(place)
      this.#bytes += 2
    } else if (this.#bytes < MOST_BYTES) {
      this.#places.set(word, [place])
      this.#bytes += Buffer.byteLength(word) + 8
    }
  }

  /** Those that somebody may type, and mistype. */
  typed(): string[] {
    return [...this.#places.keys()].filter(
      (word) => word.length >= SHORTEST_TYPO && word.length <= LONGEST_TYPO && LETTERS.test(word),
    )
  }

  /** In the form that PostgreSQL reads. Words are letters and digits: there is nothing in them to escape. */
  toString(): string {
    const parts: string[] = []
    for (const [word, places] of this.#places) {
      parts.push(places.length === 0 ? `'${word}'` : `'${word}':${places.join(',')}`)
    }
    return parts.join(' ')
  }
}

/** The mark of all pages of a space, which narrows the index down to them. */
export const spaceMark = (spaceId: string): string => `@${spaceId}`
