import { below, type Worded, wordsOf } from '../tree/words.ts'
import { documentFromMarkdown } from './from-markdown.ts'

const PREVIEW_LENGTH = 120

function findBlock(node: Worded, key: string): Worded | undefined {
  if (node.object === 'block' && node.key === key) return node
  for (const child of below(node)) {
    const found = findBlock(child, key)
    if (found) return found
  }
  return undefined
}

/** The first words of the block with this key. Undefined if there is no such block or it has no text. */
export function previewOfBlock(markdown: string, key: string): string | undefined {
  const block = findBlock(documentFromMarkdown(markdown), key)
  const words = block ? wordsOf(block).replace(/\s+/g, ' ').trim() : ''
  return [...words].slice(0, PREVIEW_LENGTH).join('') || undefined
}
