import type { InlineNode } from './types.ts'

/** The text of inline content, for anchors, column titles and keys. */
export function plainText(nodes: readonly InlineNode[]): string {
  return nodes.map(wordsOfNode).join('')
}

function wordsOfNode(node: InlineNode): string {
  if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('')
  switch (node.type) {
    case 'link':
    case 'annotation':
      return plainText(node.nodes)
    case 'inline-image':
      return node.data.caption ?? ''
    case 'mention':
      return node.data.label ?? ''
    case 'button':
      return node.data.label
    case 'inline-math':
      return node.data.formula
    case 'expression':
    case 'icon':
      return ''
  }
}
