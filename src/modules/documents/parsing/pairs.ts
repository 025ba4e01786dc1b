import type { BlockContent, DefinitionContent } from 'mdast'
import { attributesIn } from './attributes.ts'

export type Content = BlockContent | DefinitionContent

/** A tag as it stands alone on a line, or an element that the document takes for one. */
export interface Tag {
  name: string
  isEnd: boolean
  /** What is written behind the name. */
  source: string
  /** Of an element, what follows its start in the same piece of HTML. */
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
  // What begins and ends in one piece of HTML is no pair.
  if (start === null || /<\/details>/i.test(node.value)) return undefined
  return {
    name: '<details',
    isEnd: false,
    source: start[1] ?? '',
    inner: node.value.slice(start[0].length),
  }
}

/** Where the tag that opens at an index closes. What a closing tag finds open within its pair stays without an end. */
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
