import type { Node } from 'prosemirror-model'

interface OriginParts {
  text: string
  prefix: string
  gap?: string
  head?: string
  tail?: string
  inner?: string
}

/**
 * Where a node came from. A node that still equals the one that was read is written as its old text, so undoing an edit gives
 * the original bytes.
 */
export class Origin {
  /** The source, from the first character of the block to its last. Lines after the first begin with the prefix of their containers. */
  readonly text: string
  /** What the containers write in front of each further line, such as `> ` in a quote. */
  readonly prefix: string
  /** The source between the end of the block before it and the start of this one. Undefined for the first block of a container. */
  readonly gap: string | undefined
  /** For containers: the source before the first child and after the last. */
  readonly head: string
  readonly tail: string
  /** For containers: what is written in front of each further line of their children. */
  readonly inner: string
  /** The node as it was read. */
  node: Node | undefined
  /** The origin of the block before it. */
  previous: Origin | undefined

  constructor({ text, prefix, gap, head = '', tail = '', inner = prefix }: OriginParts) {
    this.text = text
    this.prefix = prefix
    this.gap = gap
    this.head = head
    this.tail = tail
    this.inner = inner
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
