import type { Nodes } from 'mdast'

/** The text of parsed Markdown, without markup. */
export function markdownText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  if (node.type === 'break') return ' '
  return 'children' in node ? node.children.map(markdownText).join('') : ''
}
