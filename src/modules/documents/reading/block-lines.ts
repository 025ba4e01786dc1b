import { readMarkdown } from './from-markdown.ts'
import type { Place } from './text-ranges.ts'

/** Lines of a text, counted from 0; the last is one of them. */
interface Span {
  first: number
  last: number
}

/** The lines of a node, counted from 0. */
export interface NodeLines {
  own: ReadonlySet<number>
  /** Lines of no block that go with it, blank for the most part. */
  besides: ReadonlySet<number>
}

/** The lines that the nodes of a document come from. */
export interface BlockLines {
  /** The lines of the node with this key; undefined when there is no such node. */
  of(key: string): NodeLines | undefined
  /** Where blocks begin, nested ones too. */
  starts: ReadonlySet<number>
}

/** What all nodes of a document have in common. */
interface Noded {
  object: string
  key?: string
  nodes?: readonly Noded[]
  fragments?: readonly Noded[]
}

/**
 * Finds the lines of every node. What has none of its own, as a link or a cell, has those of the block that it is in; a
 * note belongs to the words that refer to it. Lines of no block belong to the block above them, at the top to the first.
 */
export function blockLines(markdown: string): BlockLines {
  const { document, places } = readMarkdown(markdown)
  const lineAt = lineCounter(markdown)
  const spans = new Map<string, Span[]>()
  const starts = new Set<number>()

  const collect = (node: Noded, around: readonly Span[]): Span[] => {
    const place = places.of(node)
    const own = place && spanOf(place, lineAt)
    if (own) starts.add(own.first)
    const inner = own ? [own] : around
    const below = [...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap((child) => collect(child, inner))
    const mine = own ? [own, ...below.filter((span) => !isWithin(span, own))] : below
    const isWhole = own !== undefined || (node.object === 'fragment' && below.length > 0)
    if (node.key) spans.set(node.key, isWhole ? mine : [...around, ...mine])
    return mine
  }
  const tops = document.nodes.map((node) => ({ key: node.key, spans: collect(node, []) }))
  const gaps = gapsBetween(tops, lineAt(markdown.length))
  return {
    starts,
    of: (key) => {
      const found = spans.get(key)
      return found && { own: linesIn(found), besides: linesIn(gaps.get(key) ?? []) }
    },
  }
}

/** The lines that no block stands on, by the block that they go with. */
function gapsBetween(tops: readonly { key: string; spans: Span[] }[], last: number): Map<string, Span[]> {
  const gaps = new Map<string, Span[]>()
  const all = tops
    .flatMap(({ key, spans: [own, ...others] }) => [
      ...(own ? [{ ...own, key }] : []),
      // A note stands elsewhere than its words, and nothing there goes with them.
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

const isWithin = (span: Span, around: Span) => span.first >= around.first && span.last <= around.last

const linesIn = (spans: readonly Span[]): Set<number> =>
  new Set(spans.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)))

/** A place that ends with the end of a line does not reach into the next. */
const spanOf = ({ start, end }: Place, lineAt: (offset: number) => number): Span => ({
  first: lineAt(start),
  last: lineAt(Math.max(start, end - 1)),
})

function lineCounter(text: string): (offset: number) => number {
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
