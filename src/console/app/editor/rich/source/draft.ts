import type { Node, NodeType } from 'prosemirror-model'
import type { Content } from '../../../../../modules/documents/parsing/pairs.ts'
import type { Origin } from './origin.ts'
import { Irregular } from './read-inline.ts'

/** What a node is made of, before it knows its place among its siblings. */
export interface Draft {
  type: NodeType
  attrs?: Record<string, unknown>
  content?: Node[]
  /** The source before the first child and after the last. */
  head?: string
  tail?: string
  /** What is written in front of each further line of the children. */
  inner?: string
}

/** A range of the source that becomes one node. */
export interface Piece {
  start: number
  end: number
  read: () => Draft
  /** What an island in its place is. */
  kind: string
}

export interface Range {
  from: number
  to: number
}

/** The nodes of a container, and the source around them. */
export interface Children {
  nodes: Node[]
  head: string
  tail: string
}

/** What stands before the first node, where a text is read in pieces. */
export interface Before {
  /** The origin of the node before it. */
  origin: Origin | undefined
  /** The source between both. */
  gap: string
}

/** Reads what is inside of a container. */
export interface ContainerReader {
  readonly text: string
  /** The nodes of pieces of the source. */
  children(pieces: readonly Piece[], range: Range, prefix: string, before?: Before): Children
  /** Blocks, divided as the server divides them. Fails where they are not lines of their own. */
  blocks(content: readonly Content[], range: Range, prefix: string): Children
}

export function rangeOf(node: { position?: Content['position'] }): { start: number; end: number } {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start === undefined || end === undefined) throw new Irregular()
  return { start, end }
}
