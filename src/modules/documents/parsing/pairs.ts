import type { BlockContent, DefinitionContent } from 'mdast'

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

/** The meaning of `{% … %}`. */
export function tagIn(written: string): Tag | undefined {
  const within = written.slice(2, written.endsWith('-%}') ? -3 : -2)
  const found = tagName.exec(within)
  if (found === null) return undefined
  const source = within.slice(found[0].length).trim()
  return { name: found[2] ?? '', isEnd: found[1] !== undefined, source, inner: '' }
}

export function tagOf(node: Content): Tag | undefined {
  if (node.type === 'tagLine') return tagIn(node.value)
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

/** The tags that are open while blocks are read in order. Tags that are still open inside a pair when it closes have no end. */
export class OpenTags {
  readonly #open: { name: string; at: number }[] = []
  readonly #counts = new Map<string, number>()

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0
  }

  open(name: string, at: number): void {
    this.#open.push({ name, at })
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** Closes the last open tag of a name and returns its index; undefined if there is none. */
  close(name: string): number | undefined {
    if (!this.has(name)) return undefined
    for (let top = this.#open.pop(); top !== undefined; top = this.#open.pop()) {
      this.#counts.set(top.name, (this.#counts.get(top.name) ?? 1) - 1)
      if (top.name === name) return top.at
    }
    return undefined
  }
}

/** Maps the index of each opening tag to the index of its closing tag. */
export function pairsIn(content: readonly Content[]): Map<number, number> {
  const ends = new Map<number, number>()
  const tags = new OpenTags()
  for (const [at, node] of content.entries()) {
    const tag = tagOf(node)
    if (tag === undefined) continue
    if (!tag.isEnd) {
      tags.open(tag.name, at)
      continue
    }
    const start = tags.close(tag.name)
    if (start !== undefined) ends.set(start, at)
  }
  return ends
}
