import { readMarkdown } from './from-markdown.ts'
import type { TextPosition } from './text-ranges.ts'

/** A range of lines, counted from 0. The last line is included. */
interface Span {
  first: number
  last: number
}

/** The lines of a node, counted from 0. */
export interface NodeLines {
  own: ReadonlySet<number>
  /** Lines outside of blocks that belong to this block, mostly blank ones. */
  gaps: ReadonlySet<number>
}

/** Maps the nodes of a document to lines. */
export interface BlockLines {
  /** The lines of the node with this key. Undefined if there is no such node. */
  of(key: string): NodeLines | undefined
  /** The first lines of all blocks, including nested ones. */
  starts: ReadonlySet<number>
}

/** The properties that all nodes of a document share. */
interface Noded {
  object: string
  key?: string
  nodes?: readonly Noded[]
  fragments?: readonly Noded[]
}

/**
 * Finds the lines of every node. A node without lines of its own, such as a link or a cell, has the lines of its
 * block; a footnote has those of the words that refer to it. Lines outside of blocks belong to the block above, at
 * the top to the first block.
 */
export function blockLines(markdown: string): BlockLines {
  const { document, places } = readMarkdown(markdown)
  const lineAt = lineCounter(markdown)
  const spans = new Map<string, Span[]>()
  const starts = new Set<number>()

  const collect = (node: Noded, outer: readonly Span[]): Span[] => {
    const place = places.of(node)
    const own = place && spanOf(place, lineAt)
    if (own) starts.add(own.first)
    const inner = own ? [own] : outer
    const below = [...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap((child) => collect(child, inner))
    const mine = own ? [own, ...below.filter((span) => !isWithin(span, own))] : below
    const isWhole = own !== undefined || (node.object === 'fragment' && below.length > 0)
    if (node.key) spans.set(node.key, isWhole ? mine : [...outer, ...mine])
    return mine
  }
  const tops = document.nodes.map((node) => ({ key: node.key, spans: collect(node, []) }))
  const gaps = gapsBetween(tops, lineAt(markdown.length))
  return {
    starts,
    of: (key) => {
      const found = spans.get(key)
      return found && { own: linesIn(found), gaps: linesIn(gaps.get(key) ?? []) }
    },
  }
}

/** The lines outside of blocks, by the block that they belong to. */
function gapsBetween(tops: readonly { key: string; spans: Span[] }[], last: number): Map<string, Span[]> {
  const gaps = new Map<string, Span[]>()
  const all = tops
    .flatMap(({ key, spans: [own, ...others] }) => [
      ...(own ? [{ ...own, key }] : []),
      // A footnote is defined elsewhere, and the lines around its definition do not belong to the words that refer to
      // it.
      ...others.map((span) => ({ ...span, key: undefined })),
    ])
    .sort((one, other) => one.first - other.first)
  const add = (key: string | undefined, span: Span) => {
    if (key === undefined || span.first > span.last) return
    const known = gaps.get(key)
    if (known) known.push(span)
    else gaps.set(key, [span])
  }
  let above = all.find(({ key }) => key !== undefined)?.key
  let next = 0
  for (const { key, first, last } of all) {
    add(above, { first: next, last: first - 1 })
    above = key ?? above
    next = Math.max(next, last + 1)
  }
  add(above, { first: next, last })
  return gaps
}

const isWithin = (span: Span, outer: Span) => span.first >= outer.first && span.last <= outer.last

const linesIn = (spans: readonly Span[]): Set<number> =>
  new Set(spans.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)))

/** A range that ends with the end of a line does not include the next line. */
const spanOf = ({ start, end }: TextPosition, lineAt: (offset: number) => number): Span => ({
  first: lineAt(start),
  last: lineAt(Math.max(start, end - 1)),
})

/** The line of an offset, counted from 0. */
export function lineCounter(text: string): (offset: number) => number {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low
  }
}
