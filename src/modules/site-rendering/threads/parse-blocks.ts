import {
  type DocumentTree,
  type Evaluation,
  evaluateForWriters,
  placedBlocks,
  type Replaced,
  readMarkdown,
  splitSource,
} from '../../documents/index.ts'
import { titleLength } from '../document/title-length.ts'
import { DocumentReferences } from '../document/walk.ts'
import type { ParsedBlocks } from '../views.ts'

/** A text with what it is evaluated with; null if it needs no evaluation. */
export interface BlockText {
  source: string
  evaluation: Evaluation | null
}

/**
 * Parses a text as it is written, for the keys and lines of its blocks, and as readers see it, evaluated and without its
 * title, for what is shown.
 */
export function parseBlocks({ source, evaluation }: BlockText): ParsedBlocks & { tree: DocumentTree } {
  const { text, replaced } = evaluation ? evaluateForWriters(evaluation) : { text: source, replaced: [] }
  const { body, bodyStart } = splitSource(source)
  const shown = text.slice(bodyStart)
  const title = titleLength(shown)
  const isAsWritten = title === 0 && replaced.length === 0
  const read = readMarkdown(shown.slice(title))
  const written = placedBlocks(source, isAsWritten ? read : readMarkdown(body))
  const { document: tree, extras, places } = read
  const { refs, specBlocks } = new DocumentReferences(tree, (leaf) => extras.htmlIn(leaf) !== '')
  const starts = positionsAfter(
    replaced,
    written.map(({ range }) => range.start + bodyStart),
  )
  const titles = title === 0 ? 0 : 1
  // Where nothing was evaluated, both have the same blocks.
  const isSame = replaced.length === 0 && written.length === tree.nodes.length + titles
  const owners = tree.nodes.map((node, index) =>
    isSame ? index + titles : lastUpTo(starts, (places.of(node)?.start ?? 0) + title + bodyStart),
  )
  const blocks = written.map(({ key, type, lines }) => ({ key, type, lines }))
  return { tree, refs, specBlocks, blocks, owners }
}

/** Positions of a source in the evaluated text. Both lists are in order. */
function positionsAfter(replaced: readonly Replaced[], positions: readonly number[]): number[] {
  let [next, shift] = [0, 0]
  return positions.map((position) => {
    for (let edit = replaced[next]; edit && edit.end <= position; edit = replaced[next]) {
      shift += edit.length - (edit.end - edit.start)
      next += 1
    }
    const inside = replaced[next]
    return (inside && inside.start < position ? inside.start : position) + shift
  })
}

/** The index of the last of these ordered positions that is not after another; 0 if all are. */
function lastUpTo(positions: readonly number[], position: number): number {
  let [low, high] = [0, positions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? 0) <= position) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
