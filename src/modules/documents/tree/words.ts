import type { DocumentNode } from './types.ts'

/** The text properties that all nodes of a document share. */
export interface Worded {
  object: string
  key?: string
  nodes?: readonly Worded[]
  fragments?: readonly Worded[]
  leaves?: readonly { text: string }[]
}

export const below = ({ nodes = [], fragments = [] }: Worded): readonly Worded[] => [...nodes, ...fragments]

/** Inline texts are joined; the texts of blocks are separated by a space. */
export function wordsOf(node: Worded): string {
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
