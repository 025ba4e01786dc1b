import type { Summary, SummaryNode } from '../tree/summary-nodes.ts'
import { nodesIn } from './kept-entries.ts'

/** Consecutive lines of a table of contents, each with its line ending. */
export interface Segment {
  kind: 'entry' | 'heading' | 'break' | 'other'
  lines: string[]
  /** The empty lines before it. */
  gap: string[]
  /** Its position among all segments of the text; undefined for a new one. */
  at?: number
  node?: SummaryNode
}

/**
 * The text of a table of contents as segments: the own lines of each entry and heading, without those below it, and the
 * lines between them. Joined, they are the text. Undefined if entries share lines.
 */
export function summarySegments(
  text: string,
  { nodes, breaks }: Pick<Summary, 'nodes' | 'breaks'>,
): Segment[] | undefined {
  const lines = text.split(/(?<=\n)/)
  const known: { kind: Segment['kind']; first: number; last: number; node?: SummaryNode }[] = []
  for (const node of nodesIn(nodes)) {
    if (!node.lines) return undefined
    const [first, last] = node.lines
    known.push({ kind: node.type === 'group' ? 'heading' : 'entry', first, last, node })
  }
  for (const line of breaks) known.push({ kind: 'break', first: line, last: line })
  known.sort((one, other) => one.first - other.first)
  const segments: Segment[] = []
  let gap: string[] = []
  let at = 0
  const add = (kind: Segment['kind'], taken: string[], node?: SummaryNode) => {
    segments.push({ kind, lines: taken, gap, at: segments.length, ...(node ? { node } : {}) })
    gap = []
  }
  const skipTo = (end: number) => {
    while (at < end) {
      const start = at
      const isBlank = (line: string | undefined) => line !== undefined && line.trim() === ''
      while (at < end && isBlank(lines[at])) at += 1
      gap.push(...lines.slice(start, at))
      const other = at
      while (at < end && !isBlank(lines[at])) at += 1
      if (at > other) add('other', lines.slice(other, at))
    }
  }
  for (const { kind, first, last, node } of known) {
    if (first - 1 < at) return undefined
    skipTo(first - 1)
    add(kind, lines.slice(at, last), node)
    at = last
  }
  skipTo(lines.length)
  if (gap.length > 0) add('other', [])
  return segments
}
