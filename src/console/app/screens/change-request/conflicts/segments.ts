/** A part of a merged text: lines that both sides agree on, or those that conflict. */
export type Segment =
  | { kind: 'common'; lines: readonly string[] }
  | { kind: 'conflict'; index: number; primary: readonly string[]; changed: readonly string[] }

/** The lines of each side in a conflict. */
export interface HunkLines {
  readonly primary: { readonly lines: readonly string[] }
  readonly changed: { readonly lines: readonly string[] }
}

/** The conflicting lines of main content, of the change request, or of both, those of main content first. */
export type Side = 'primary' | 'changed' | 'both'

/** The decision about one conflict of a text: a side, or lines that somebody wrote. Null while there is none. */
export type Decision = { readonly side: Side } | { readonly text: string } | null

/** Where a text repeats itself, the places of conflicts are tried one after the other, but not forever. */
const MAX_STEPS = 2_000_000

const isAt = (text: readonly string[], at: number, lines: readonly string[]): boolean =>
  lines.every((line, index) => text[at + index] === line)

/**
 * The first lines of the conflicts in the version of main content. Between them both versions are equal, and in each of
 * them they have the lines of that side. Null if the versions do not fit the conflicts.
 */
function placesOf(
  one: readonly string[],
  other: readonly string[],
  hunks: readonly HunkLines[],
): number[] | null {
  // How far the other version is ahead after each conflict.
  const ahead = [0]
  for (const { primary, changed } of hunks) {
    ahead.push((ahead.at(-1) ?? 0) + changed.lines.length - primary.lines.length)
  }
  if (one.length + (ahead.at(-1) ?? 0) !== other.length) return null
  const places: number[] = []
  let steps = 0
  let from = 0
  for (;;) {
    const hunk = hunks[places.length]
    const shift = ahead[places.length] ?? 0
    let at = from
    const isCommon = () => at < one.length && one[at] === other[at + shift]
    while (hunk ? !fits(at, shift, hunk) && isCommon() : isCommon()) at += 1
    steps += at - from + 1
    if (hunk ? fits(at, shift, hunk) : at === one.length) {
      if (!hunk) return places
      places.push(at)
      from = at + hunk.primary.lines.length
    } else {
      // The last conflict that can be at a later place is.
      const last = places.pop()
      if (last === undefined || steps > MAX_STEPS) return null
      const before = ahead[places.length] ?? 0
      // Its first place may be followed by a line that differs: then it has no other.
      from = one[last] === other[last + before] ? last + 1 : one.length + 1
    }
  }

  function fits(at: number, shift: number, { primary, changed }: HunkLines): boolean {
    return isAt(one, at, primary.lines) && isAt(other, at + shift, changed.lines)
  }
}

/** Divides a merged text into what both sides agree on and the conflicts. Null if the texts do not fit the conflicts. */
export function segmentsOf(primary: string, changed: string, hunks: readonly HunkLines[]): Segment[] | null {
  const [one, other] = [primary, changed].map((text) => text.split('\n')) as [string[], string[]]
  const bare = (lines: readonly string[]) => lines.map((line) => line.replace(/\r$/, ''))
  const places = placesOf(bare(one), bare(other), hunks)
  if (!places) return null
  const segments: Segment[] = []
  const addCommon = (lines: readonly string[]) => {
    if (lines.length > 0) segments.push({ kind: 'common', lines })
  }
  let [at, beside] = [0, 0]
  for (const [index, hunk] of hunks.entries()) {
    const place = places[index] ?? at
    addCommon(one.slice(at, place))
    beside += place - at
    at = place + hunk.primary.lines.length
    const end = beside + hunk.changed.lines.length
    segments.push({
      kind: 'conflict',
      index,
      primary: one.slice(place, at),
      changed: other.slice(beside, end),
    })
    beside = end
  }
  addCommon(one.slice(at))
  return segments
}

export const textOf = (lines: readonly string[]): string => lines.join('\n')

/** The lines that a decision stands for. A field without text is no line. */
export function linesOf(
  { primary, changed }: Extract<Segment, { kind: 'conflict' }>,
  decision: NonNullable<Decision>,
): readonly string[] {
  if ('text' in decision) return decision.text === '' ? [] : decision.text.split('\n')
  return { primary, changed, both: [...primary, ...changed] }[decision.side]
}

/** The whole text with these decisions. Null while one is missing. */
export function resultOf(segments: readonly Segment[], decisions: readonly Decision[]): string | null {
  const lines: string[] = []
  for (const segment of segments) {
    const decision = segment.kind === 'conflict' ? (decisions[segment.index] ?? null) : null
    if (segment.kind === 'conflict' && !decision) return null
    const part = segment.kind === 'common' ? segment.lines : decision ? linesOf(segment, decision) : []
    for (const line of part) lines.push(line)
  }
  return textOf(lines)
}
