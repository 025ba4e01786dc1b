import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { parsingLimits } from '../document/limits.ts'

/** The tree of markdown as CommonMark and GitHub read it, in time that grows with its length alone. */
export const parseMarkdown = (text: string): Root =>
  fromMarkdown(text, { extensions: [gfm(), parsingLimits()], mdastExtensions: [gfmFromMarkdown()] })

/** The words of a node, without markup. */
export function plainText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  if (node.type === 'image') return node.alt ?? ''
  if (node.type === 'break') return ' '
  return 'children' in node ? node.children.map(plainText).join('') : ''
}
