import type { Content } from '../parsing/pairs.ts'

/** A range of a text in characters. `end` is exclusive. */
export interface TextPosition {
  start: number
  end: number
}

/** The ranges of the text that the blocks of a document come from. */
export class TextRanges {
  readonly #source: string
  readonly #places = new Map<object, TextPosition>()
  /** The parser does not count a byte order mark at the beginning of a text. */
  readonly #shift: number

  constructor(source: string) {
    this.#source = source
    this.#shift = source.startsWith('\uFEFF') ? 1 : 0
  }

  /** Records the range of a block: from one node of `source` to another. Only positions in the whole text count. */
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

  /** Undefined for nodes without a range of their own, such as a link in a paragraph. */
  of(block: object): TextPosition | undefined {
    return this.#places.get(block)
  }
}

type Positioned = Pick<Content, 'position'>
