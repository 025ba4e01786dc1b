import type { Node } from 'prosemirror-model'

interface OriginParts {
  /** The source, from the first character of the block to its last. Lines after the first begin with the prefix of their containers. */
  text: string
  /** What the containers write in front of each further line, such as `> ` in a quote. */
  prefix: string
  /** The source between the end of the block before it and the start of this one. Undefined for the first block of a container. */
  gap?: string | undefined
  /** For containers: the source before the first child and after the last. */
  head?: string | undefined
  tail?: string | undefined
  /** For containers: what is written in front of each further line of their children. */
  inner?: string | undefined
}

/**
 * Where a node came from. A node that still equals the one that was read is written as its old text, so undoing an edit gives
 * the original bytes. It has no properties of its own: two nodes that differ only in their origins are equal, and comparing
 * nodes does not compare all of what they came from.
 */
export class Origin {
  readonly #parts: OriginParts
  #node: Node | undefined
  #previous: Origin | undefined

  constructor({ text, prefix, gap, head = '', tail = '', inner = prefix }: OriginParts) {
    this.#parts = { text, prefix, gap, head, tail, inner }
  }

  get text(): string {
    return this.#parts.text
  }

  get prefix(): string {
    return this.#parts.prefix
  }

  get gap(): string | undefined {
    return this.#parts.gap
  }

  get head(): string {
    return this.#parts.head ?? ''
  }

  get tail(): string {
    return this.#parts.tail ?? ''
  }

  get inner(): string {
    return this.#parts.inner ?? ''
  }

  /** The node as it was read. */
  get node(): Node | undefined {
    return this.#node
  }

  /** The origin of the block before it. */
  get previous(): Origin | undefined {
    return this.#previous
  }

  isRead(node: Node): Node {
    this.#node = node
    return node
  }

  follows(previous: Origin | undefined): void {
    this.#previous = previous
  }

  /** What is copied to the clipboard has no origin. */
  toJSON(): null {
    return null
  }
}

export const originOf = (node: Node): Origin | undefined => (node.attrs.origin as Origin | null) ?? undefined

export function isUnchanged(node: Node): boolean {
  const read = originOf(node)?.node
  return read !== undefined && (read === node || read.eq(node))
}
