import type { Node } from 'prosemirror-model'

/** Prints what is inside of a container. */
export interface BlockPrinter {
  print(node: Node, prefix: string): string
  /** The blocks of a container, without what is before the first and after the last. */
  blocks(container: Node, prefix: string, isTight?: boolean): string
  /** The end of a line and the start of the next. */
  nextLine(prefix: string): string
  /** The same, with a blank line between them. */
  blankLine(prefix: string): string
}
