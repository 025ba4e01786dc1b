import { documentFromMarkdown } from '../reading/from-markdown.ts'
import { below, type Worded, wordsOf } from '../tree/words.ts'

const PREVIEW_LENGTH = 120

function findBlocks(node: Worded, keys: ReadonlySet<string>, found: Map<string, Worded>): void {
  if (node.object === 'block' && node.key !== undefined && keys.has(node.key) && !found.has(node.key)) {
    found.set(node.key, node)
  }
  for (const child of below(node)) if (found.size < keys.size) findBlocks(child, keys, found)
}

/** The first words of the blocks with these keys. Undefined if there is no such block or it has no text. */
export function previewsOfBlocks(markdown: string, keys: readonly string[]): (string | undefined)[] {
  const blocks = new Map<string, Worded>()
  findBlocks(documentFromMarkdown(markdown), new Set(keys), blocks)
  const previews = new Map([...blocks].map(([key, block]) => [key, previewOf(block)]))
  return keys.map((key) => previews.get(key))
}

export const previewOfBlock = (markdown: string, key: string): string | undefined =>
  previewsOfBlocks(markdown, [key])[0]

function previewOf(block: Worded): string | undefined {
  const words = wordsOf(block).replace(/\s+/g, ' ').trim()
  return [...words].slice(0, PREVIEW_LENGTH).join('') || undefined
}
