import type { BlockContent, DefinitionContent } from 'mdast'
import type { TagLine } from './tags.ts'
import type { HintStyle } from './types.ts'

const opening = /^\{%\s*hint(?:\s.*)?%\}$/
const closing = /^\{%\s*endhint\s*%\}$/
const styles: readonly HintStyle[] = ['info', 'warning', 'danger', 'success']

/** Where the hint that opens at an index closes; hints left open, and ends of none, are not in it. */
export function hintEnds(content: readonly (BlockContent | DefinitionContent)[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [index, node] of content.entries()) {
    if (node.type !== 'tagLine') continue
    if (opening.test(node.value)) open.push(index)
    const start = closing.test(node.value) ? open.pop() : undefined
    if (start !== undefined) ends.set(start, index)
  }
  return ends
}

export function hintStyle(tag: TagLine): HintStyle {
  const named = /\sstyle\s*=\s*["']?([a-z]+)/.exec(tag.value)?.[1]
  return styles.find((style) => style === named) ?? 'info'
}
