import { type LineHunk, linesOf } from '../../documents/index.ts'

interface Range {
  start: number
  lines: string[]
}

/** The unchanged lines next to a hunk. */
export interface UnchangedLines {
  above: (count: number) => Range
  below: (count: number) => Range
}

/** Adds to each hunk what is around it in the text after the change. The text is split once, and only if that is read. */
export function withContext(
  hunks: readonly LineHunk[],
  after: string,
): (LineHunk & { context: UnchangedLines })[] {
  let split: string[] | undefined
  const lines = () => {
    split ??= linesOf(after).lines
    return split
  }
  // Positions in the lines, from 0: `first` is the first line of a hunk, and `end` the first one after it.
  const first = (hunk: LineHunk | undefined) => (hunk ? hunk.after.start - 1 : lines().length)
  const end = (hunk: LineHunk | undefined) => (hunk ? hunk.after.start - 1 + hunk.after.lines.length : 0)
  const range = (from: number, to: number): Range => ({ start: from + 1, lines: lines().slice(from, to) })
  return hunks.map((hunk, at) => ({
    ...hunk,
    context: {
      above: (count) => range(Math.max(end(hunks[at - 1]), first(hunk) - count), first(hunk)),
      below: (count) => range(end(hunk), Math.min(first(hunks[at + 1]), end(hunk) + count)),
    },
  }))
}
