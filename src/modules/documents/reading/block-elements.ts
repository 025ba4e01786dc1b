import type { Nodes, PhrasingContent } from 'mdast'
import type { Content } from '../parsing/pairs.ts'

/** Elements that cannot be part of a line of text. */
const blockNames = new Set(
  'p div section article aside header footer main nav address ul ol li dl dt dd h1 h2 h3 h4 h5 h6 pre blockquote details summary table thead tbody tfoot tr td th caption hr figure figcaption video audio iframe select option optgroup form fieldset legend'.split(
    ' ',
  ),
)

const tagStart = /^<\/?([a-z][a-z0-9]*)\b/i

export const blockName = (node: Nodes): string | undefined => {
  const name = node.type === 'html' ? tagStart.exec(node.value)?.[1]?.toLowerCase() : undefined
  return name !== undefined && blockNames.has(name) ? name : undefined
}

const tableTag = /<(\/?)table\b/gi

/** The tables that begin in one HTML block and end in another, as indexes of blocks. */
export function tablesOverBlocks(content: readonly Content[]): Map<number, number> {
  const ends = new Map<number, number>()
  let [start, depth] = [0, 0]
  for (const [at, node] of content.entries()) {
    const parts = node.type === 'html' ? [node] : node.type === 'paragraph' ? node.children : []
    for (const part of parts) {
      if (part.type !== 'html') continue
      for (const [, end] of part.value.matchAll(tableTag)) {
        if (end === '') {
          if (depth === 0) start = at
          depth += 1
        } else if (depth > 0) {
          depth -= 1
          if (depth === 0 && at > start && content[start]?.type === 'html') ends.set(start, at)
        }
      }
    }
  }
  return ends
}

/** Whether a text contains tags of elements that are blocks. */
export const hasBlockElements = (content: readonly PhrasingContent[]): boolean =>
  content.some((node) => blockName(node) !== undefined)
