import type { DocumentNode } from '../tree/types.ts'
import { documentFromMarkdown } from './from-markdown.ts'

const PREVIEW_LENGTH = 120

/** The text properties that all nodes of a document share. */
interface Worded {
  object: string
  key?: string
  nodes?: readonly Worded[]
  fragments?: readonly Worded[]
  leaves?: readonly { text: string }[]
}

const below = ({ nodes = [], fragments = [] }: Worded): readonly Worded[] => [...nodes, ...fragments]

function findBlock(node: Worded, key: string): Worded | undefined {
  if (node.object === 'block' && node.key === key) return node
  for (const child of below(node)) {
    const found = findBlock(child, key)
    if (found) return found
  }
  return undefined
}

/** Inline texts are joined; the texts of blocks are separated by a space. */
function wordsOf(node: Worded): string {
  if (node.leaves) return node.leaves.map(({ text }) => text).join('')
  const children = below(node)
  return children
    .map(wordsOf)
    .join(children.some(({ object }) => object !== 'text' && object !== 'inline') ? ' ' : '')
}

/** The words of blocks, in one line. */
export const wordsOfBlocks = (nodes: readonly DocumentNode[]): string =>
  nodes
    .map((node) => wordsOf(node))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The first words of the block with this key. Undefined if there is no such block or it has no text. */
export function previewOfBlock(markdown: string, key: string): string | undefined {
  const block = findBlock(documentFromMarkdown(markdown), key)
  const words = block ? wordsOf(block).replace(/\s+/g, ' ').trim() : ''
  return [...words].slice(0, PREVIEW_LENGTH).join('') || undefined
}
