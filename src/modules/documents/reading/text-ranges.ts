import type { Content } from '../parsing/pairs.ts'

/** Where something stands in a text, in characters; `end` is the first behind it. */
export interface Place {
  start: number
  end: number
}

/** The places that the blocks of a document come from. */
export class Places {
  readonly #source: string
  readonly #places = new Map<object, Place>()
  /** The parser does not count the mark at the beginning of a text. */
  readonly #shift: number

  constructor(source: string) {
    this.#source = source
    this.#shift = source.startsWith('\uFEFF') ? 1 : 0
  }

  /** Remembers where a block stands: from one node of `source` to another. Only positions in the whole text count. */
  mark(
    block: object,
    source: string | null,
    { position: from }: Positioned,
    { position: to }: Positioned,
  ): void {
    if (source !== this.#source) return
    const [start, end] = [from?.start.offset, to?.end.offset]
    if (start === undefined || end === undefined) return
    this.#places.set(block, { start: start + this.#shift, end: end + this.#shift })
  }

  /** Undefined for what has no place of its own in the text, as a link in a paragraph. */
  of(block: object): Place | undefined {
    return this.#places.get(block)
  }
}

type Positioned = Pick<Content, 'position'>
