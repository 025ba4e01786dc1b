/** A node of the document, known by its key. */
export interface Keyed {
  key: string
}

/** Something in a text that may lead elsewhere: an address, or HTML or a tag that may hold some. */
export interface Mention {
  by: 'link' | 'image' | 'html' | 'tag'
  text: string
  /** The node that it is or stands in. */
  at: Keyed
}

type Unplaced = Omit<Mention, 'at'> & { at: Keyed | null }

/** What a text mentions, in its order, noted while it is turned into a tree: only then is it known what is code. */
export class Mentions {
  readonly #met: Unplaced[] = []

  get count(): number {
    return this.#met.length
  }

  /** Notes what was met; inline HTML is no node, and is placed with the block around it. */
  note(by: Mention['by'], text: string, at: Keyed | null): void {
    this.#met.push({ by, text, at })
  }

  /** Everything from a number on that has no node yet stands in this one. */
  place(from: number, at: Keyed | undefined): void {
    if (!at) return
    for (let index = from; index < this.#met.length; index += 1) {
      const met = this.#met[index]
      if (met && met.at === null) met.at = at
    }
  }

  all(): Mention[] {
    return this.#met.flatMap(({ at, ...met }) => (at ? [{ ...met, at }] : []))
  }
}
