import type { BlockContent, DefinitionContent } from 'mdast'
import { attributesIn } from './attributes.ts'

export type Content = BlockContent | DefinitionContent

/** A tag alone on a line, or an element that is equivalent to a tag. */
export interface Tag {
  name: string
  isEnd: boolean
  /** The text after the name. */
  source: string
  /** For an element: the text after its opening tag in the same HTML node. */
  inner: string
}

const tagName = /^-?\s*(end)?(@?[a-z][\w/-]*)/i
const detailsStart = /^\s*<details\b([^>]*)>/i
const detailsEnd = /^\s*<\/details>\s*$/i

export function tagOf(node: Content): Tag | undefined {
  if (node.type === 'tagLine') {
    const within = node.value.slice(2, node.value.endsWith('-%}') ? -3 : -2)
    const found = tagName.exec(within)
    if (found === null) return undefined
    const source = within.slice(found[0].length).trim()
    return { name: found[2] ?? '', isEnd: found[1] !== undefined, source, inner: '' }
  }
  if (node.type !== 'html') return undefined
  if (detailsEnd.test(node.value)) return { name: '<details', isEnd: true, source: '', inner: '' }
  const start = detailsStart.exec(node.value)
  // An element that begins and ends in one HTML node has no separate end.
  if (start === null || /<\/details>/i.test(node.value)) return undefined
  return {
    name: '<details',
    isEnd: false,
    source: start[1] ?? '',
    inner: node.value.slice(start[0].length),
  }
}

/**
 * Maps the index of each opening tag to the index of its closing tag. Tags that are still open inside a pair when
 * it closes have no end.
 */
export function pairsIn(content: readonly Content[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { name: string; at: number }[] = []
  const counts = new Map<string, number>()
  for (const [at, node] of content.entries()) {
    const tag = tagOf(node)
    if (tag === undefined) continue
    const count = counts.get(tag.name) ?? 0
    if (!tag.isEnd) {
      open.push({ name: tag.name, at })
      counts.set(tag.name, count + 1)
    } else if (count > 0) {
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        counts.set(top.name, (counts.get(top.name) ?? 1) - 1)
        if (top.name !== tag.name) continue
        ends.set(top.at, at)
        break
      }
    }
  }
  return ends
}

/** The attributes of a tag, as written. */
export const attributesOf = ({ source }: Tag): Map<string, string> => attributesIn(source)
