import { type Conversion, textNode } from './inlines.ts'
import type { DocumentNode, InlineNode, ParagraphBlock } from './types.ts'

export function paragraphBlock(nodes: InlineNode[], { keys }: Conversion): ParagraphBlock {
  return keys.assign(
    { object: 'block', type: 'paragraph', key: '', isVoid: false, data: {}, nodes },
    '',
    nodes,
  )
}

/** A container holds at least a paragraph, as an editor expects. */
export function filled(nodes: DocumentNode[], conversion: Conversion): DocumentNode[] {
  return nodes.length > 0 ? nodes : [paragraphBlock([textNode('')], conversion)]
}
