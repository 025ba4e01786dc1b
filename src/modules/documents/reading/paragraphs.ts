import type { DocumentNode, Fragment, InlineNode, ParagraphBlock, TextNode } from '../tree/types.ts'
import type { Conversion } from './conversion.ts'

/** Never empty: a node without text contains one empty leaf, so that an editor can place its cursor. */
export function textNode(text: string): TextNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

export function paragraphBlock(nodes: InlineNode[], { keys }: Conversion): ParagraphBlock {
  return keys.assign(
    { object: 'block', type: 'paragraph', key: '', isVoid: false, data: {}, nodes },
    '',
    nodes,
  )
}

/** A container has at least one paragraph, as editors expect. */
export function filled(nodes: DocumentNode[], conversion: Conversion): DocumentNode[] {
  return nodes.length > 0 ? nodes : [paragraphBlock([textNode('')], conversion)]
}

export function fragmentOf(name: string, nodes: DocumentNode[], { keys }: Conversion): Fragment {
  return keys.assign({ object: 'fragment', key: '', fragment: name, nodes }, name, nodes)
}
