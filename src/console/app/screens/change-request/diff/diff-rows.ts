/** Changed lines as the API gives them. Numbers of lines count from 1. */
export interface Hunk {
  readonly before: Span
  readonly after: Span
  /** Unchanged lines around it, numbered as after the change. */
  readonly leading: Span
  readonly trailing: Span
}
interface Span {
  readonly start: number
  readonly lines: readonly string[]
}

/** A line with its number. */
export interface Line {
  number: number
  text: string
}

/** What a view of the source shows, from top to bottom. */
export type Row =
  /** A line that is the same before and after, and so has two numbers. */
  | { kind: 'same'; before: number; after: number; text: string }
  /** A line before, a line after, or both beside each other. In one column, `paired` is the other version of the line. */
  | { kind: 'changed'; before: Line | undefined; after: Line | undefined; paired?: string | undefined }
  /** Unchanged lines that are not shown. `end` is the first line after them; undefined where the text is not known. */
  | { kind: 'gap'; start: number; end: number | undefined; shift: number }

/** The unchanged lines that somebody asked for, by the number of the first line of their gap. */
export type Opened = ReadonlyMap<number, number>

interface RowsOptions {
  /** The lines after the change, once they are read. */
  lines?: readonly string[] | undefined
  /** How many lines of a gap are shown, by the number of its first line. */
  opened?: Opened
}

/** The rows of a text: its changed lines, what is around them, and gaps for the rest. */
export function rowsOf(hunks: readonly Hunk[], { lines, opened = new Map() }: RowsOptions = {}): Row[] {
  const rows: Row[] = []
  // What has to be subtracted from a number after the change for the number before it.
  let shift = 0
  let next = 1
  const same = (start: number, texts: readonly string[]) => {
    for (const [at, text] of texts.entries()) {
      const after = start + at
      rows.push({ kind: 'same', before: after - shift, after, text })
    }
    next = start + texts.length
  }
  /** What lies between two hunks and is not shown around them. */
  const gap = (end: number | undefined) => {
    const start = next
    const shown = Math.min(opened.get(start) ?? 0, (end ?? Number.POSITIVE_INFINITY) - start)
    if (lines && shown > 0) same(start, lines.slice(start - 1, start - 1 + shown))
    if (end === undefined || next < end) rows.push({ kind: 'gap', start, end, shift })
    if (end !== undefined) next = end
  }
  for (const { before, after, leading, trailing } of hunks) {
    const above = leading.lines.slice(Math.max(0, next - leading.start))
    gap(after.start - above.length)
    same(after.start - above.length, above)
    for (let at = 0; at < Math.max(before.lines.length, after.lines.length); at++) {
      rows.push({ kind: 'changed', before: lineAt(before, at), after: lineAt(after, at) })
    }
    shift += after.lines.length - before.lines.length
    next = after.start + after.lines.length
    same(next, trailing.lines)
  }
  const last = hunks.at(-1)
  if (lines) gap(lines.length + 1)
  // Where fewer lines follow than were asked for, the text has ended.
  else if (last && last.trailing.lines.length >= CONTEXT) gap(undefined)
  return rows
}

/** How many unchanged lines the diff is read with around each hunk. */
export const CONTEXT = 3

const lineAt = ({ start, lines }: Span, at: number): Line | undefined => {
  const text = lines[at]
  return text === undefined ? undefined : { number: start + at, text }
}

/** The same rows for the view with one column: what was removed stands above what was added. */
export function inlineRows(rows: readonly Row[]): Row[] {
  const inline: Row[] = []
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] as Row
    if (row.kind !== 'changed') {
      inline.push(row)
      at++
      continue
    }
    const changed: Extract<Row, { kind: 'changed' }>[] = []
    for (let each = rows[at]; each?.kind === 'changed'; each = rows[++at]) changed.push(each)
    for (const { before, after } of changed) {
      if (before) inline.push({ kind: 'changed', before, after: undefined, paired: after?.text })
    }
    for (const { before, after } of changed) {
      if (after) inline.push({ kind: 'changed', before: undefined, after, paired: before?.text })
    }
  }
  return inline
}

/** The number of lines that were added and removed. */
export function sizeOf(hunks: readonly Hunk[]): { added: number; removed: number } {
  return {
    added: hunks.reduce((sum, { after }) => sum + after.lines.length, 0),
    removed: hunks.reduce((sum, { before }) => sum + before.lines.length, 0),
  }
}
