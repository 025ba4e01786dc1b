/** A part of a merged text: lines that both sides agree on, or those that conflict. */
export type Segment =
  | { kind: 'common'; lines: readonly string[] }
  | { kind: 'conflict'; index: number; primary: readonly string[]; changed: readonly string[] }

/** How many lines each side has in a conflict. */
export interface HunkSizes {
  readonly primary: { readonly lines: readonly string[] }
  readonly changed: { readonly lines: readonly string[] }
}

/** The decision about one conflict of a text: the lines as they will be. Null while there is none. */
export type Decision = string | null

/**
 * Divides a merged text where its two versions differ. They are equal apart from the conflicts, so the next conflict begins
 * at the next line that differs. Null if the versions do not fit the conflicts.
 */
export function segmentsOf(primary: string, changed: string, hunks: readonly HunkSizes[]): Segment[] | null {
  const [one, other] = [primary.split('\n'), changed.split('\n')]
  const segments: Segment[] = []
  let [at, beside] = [0, 0]
  for (const [index, hunk] of hunks.entries()) {
    const start = at
    while (at < one.length && beside < other.length && one[at] === other[beside]) {
      at += 1
      beside += 1
    }
    if (at > start) segments.push({ kind: 'common', lines: one.slice(start, at) })
    const ends = [at + hunk.primary.lines.length, beside + hunk.changed.lines.length] as const
    segments.push({
      kind: 'conflict',
      index,
      primary: one.slice(at, ends[0]),
      changed: other.slice(beside, ends[1]),
    })
    at = ends[0]
    beside = ends[1]
  }
  const rest = one.slice(at)
  if (rest.length > 0) segments.push({ kind: 'common', lines: rest })
  const isWhole =
    rest.join('\n') === other.slice(beside).join('\n') && at <= one.length && beside <= other.length
  return isWhole ? segments : null
}

/** The lines of both sides, those of main content first. */
export const bothOf = ({ primary, changed }: Extract<Segment, { kind: 'conflict' }>): string =>
  textOf([...primary, ...changed])

export const textOf = (lines: readonly string[]): string => lines.join('\n')

/** The lines that a decision stands for. No text is no line. */
const linesOf = (decision: string): readonly string[] => (decision === '' ? [] : decision.split('\n'))

/** The whole text with these decisions. Null while one is missing. */
export function resultOf(segments: readonly Segment[], decisions: readonly Decision[]): string | null {
  const lines: string[] = []
  for (const segment of segments) {
    if (segment.kind === 'common') {
      for (const line of segment.lines) lines.push(line)
    } else {
      const decision = decisions[segment.index] ?? null
      if (decision === null) return null
      const { primary, changed } = segment
      // One empty line and no line are the same text in a field, but not in the result.
      const own = [primary, changed, [...primary, ...changed]].find((each) => textOf(each) === decision)
      for (const line of own ?? linesOf(decision)) lines.push(line)
    }
  }
  return textOf(lines)
}
