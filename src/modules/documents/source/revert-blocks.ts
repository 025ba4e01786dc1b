import { type BlockLines, blockLines, type NodeLines } from '../reading/block-lines.ts'
import { type LineHunk, lineDiff, linesOf, type Span, textOfLines } from './lines.ts'
import { splitSource } from './split-source.ts'

/** The source with some blocks reverted, or the first key that is a block of neither version. */
export type RevertedBlocks = { source: string } | { unknown: string }

interface Version {
  blocks: BlockLines
  /** The named blocks that exist in this version. */
  named: NodeLines[]
}

/**
 * Reverts the changes that touch the named blocks. Front matter is not a block: it keeps its current value, and so
 * do the line endings.
 */
export function revertBlocks(is: string, was: string, keys: readonly string[]): RevertedBlocks {
  const { body, bodyStart } = splitSource(is)
  const old = splitSource(was).body
  const [now, then] = [blockLines(body), blockLines(old)]
  const unknown = keys.find((key) => !now.of(key) && !then.of(key))
  if (unknown !== undefined) return { unknown }
  const versionOf = (blocks: BlockLines) => ({ blocks, named: keys.flatMap((key) => blocks.of(key) ?? []) })
  const [before, after] = [versionOf(then), versionOf(now)]
  const hunks = lineDiff(old, body)
    .flatMap((hunk) => partsOf(hunk, before, after))
    .filter((hunk) => isTouched(hunk, before, after))
  return { source: is.slice(0, bodyStart) + takenBack(body, old, hunks) }
}

/**
 * Splits a change over several blocks, such as a heading and the text below it, where blocks begin in both
 * versions.
 */
function partsOf(hunk: LineHunk, before: Version, after: Version): LineHunk[] {
  const { length } = hunk.before.lines
  if (length !== hunk.after.lines.length) return [hunk]
  const cuts = hunk.before.lines
    .map((_, at) => at)
    .filter(
      (at) =>
        at === 0 ||
        (before.blocks.starts.has(hunk.before.start - 1 + at) &&
          after.blocks.starts.has(hunk.after.start - 1 + at)),
    )
  return cuts.map((from, index) => {
    const part = ({ start, lines }: Span) => ({
      start: start + from,
      lines: lines.slice(from, cuts[index + 1] ?? length),
    })
    return { before: part(hunk.before), after: part(hunk.after) }
  })
}

/**
 * Whether a change touches the named blocks or lies between two of them. Blank lines next to a block count only if
 * nothing else changed: a diff assigns them to an inserted block arbitrarily, which would make its neighbours part
 * of the change.
 */
function isTouched(hunk: LineHunk, before: Version, after: Version): boolean {
  const isBlank = [...hunk.before.lines, ...hunk.after.lines].every((line) => line.trim() === '')
  const isIn = ({ start, lines }: Span, { named }: Version) => {
    const first = start - 1
    return named.some(({ own, gaps }) =>
      lines.length === 0
        ? own.has(first - 1) && own.has(first)
        : lines.some(
            (line, at) => own.has(first + at) || (gaps.has(first + at) && (isBlank || line.trim() !== '')),
          ),
    )
  }
  return isIn(hunk.before, before) || isIn(hunk.after, after)
}

function takenBack(body: string, old: string, hunks: readonly LineHunk[]): string {
  if (hunks.length === 0) return body
  const [now, then] = [linesOf(body), linesOf(old)]
  const lines: string[] = []
  let next = 0
  for (const { before, after } of hunks) {
    for (const line of now.lines.slice(next, after.start - 1)) lines.push(line)
    for (const line of before.lines) lines.push(line)
    next = after.start - 1 + after.lines.length
  }
  // The ending of the last line depends on the editor, so it is not reverted.
  const isEnded = next === now.lines.length ? then.isEnded : now.isEnded
  for (const line of now.lines.slice(next)) lines.push(line)
  return textOfLines({ lines, ending: now.isEnded === null ? then.ending : now.ending, isEnded })
}
