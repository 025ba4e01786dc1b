import { sharedEnds } from '../documents/index.ts'
import type { ThreeLines } from './regions.ts'

/** Which lines have to be certain. */
interface Certainty {
  /** Also the blank ones: they decide which lines are part of a conflict, but not what a merge without one reads like. */
  blanks: boolean
}

/**
 * Whether every comparison of the sides with their base finds the same lines in common: where a side differs from the
 * base, no line occurs twice, and those of both are in the same order.
 */
export const isCertainAlignment = ({ base, primary, changed }: ThreeLines, certainty: Certainty): boolean =>
  isCertain(base, primary, certainty) && isCertain(base, changed, certainty)

function isCertain(base: readonly string[], side: readonly string[], certainty: Certainty): boolean {
  const ends = sharedEnds([base, side])
  const known = placesOf(base, ends, certainty)
  const own = known && placesOf(side, ends, certainty)
  if (!own) return false
  let last = -1
  for (const line of own.keys()) {
    const place = known.get(line)
    if (place === undefined) continue
    if (place < last) return false
    last = place
  }
  return true
}

/**
 * The places of the lines that differ, in order, with the lines before and after them: an added line that is equal to
 * its neighbour can be either of the two. Undefined if one occurs twice, or is binary content, which Git does not merge.
 */
function placesOf(
  lines: readonly string[],
  { head, tail }: { head: number; tail: number },
  { blanks }: Certainty,
): Map<string, number> | undefined {
  const places = new Map<string, number>()
  for (let at = Math.max(0, head - 1); at < Math.min(lines.length, lines.length - tail + 1); at += 1) {
    const line = lines[at] as string
    if (!blanks && line.trim() === '') continue
    if (places.has(line) || line.includes('\0')) return undefined
    places.set(line, at)
  }
  return places
}
