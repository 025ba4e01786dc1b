import { sharedEnds } from '../documents/index.ts'
import type { ThreeLines } from './changed-regions.ts'

/**
 * Whether every comparison of the sides with their base finds the same lines in common: where a side differs from the
 * base, no line occurs twice, not even a blank one, and those of both are in the same order.
 */
export const isCertainAlignment = ({ base, primary, changed }: ThreeLines): boolean =>
  isCertain(base, primary) && isCertain(base, changed)

function isCertain(base: readonly string[], side: readonly string[]): boolean {
  const ends = sharedEnds([base, side])
  const known = placesOf(base, ends)
  const own = known && placesOf(side, ends)
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
 * The places of the lines that differ, in order. Undefined if one occurs twice, if it is equal to the line before or after
 * them, which could then be the one that differs, or if it is binary content, which Git does not merge.
 */
function placesOf(
  lines: readonly string[],
  { head, tail }: { head: number; tail: number },
): Map<string, number> | undefined {
  const places = new Map<string, number>()
  const end = lines.length - tail
  for (let at = head; at < end; at += 1) {
    const line = lines[at] as string
    if (places.has(line) || line.includes('\0')) return undefined
    places.set(line, at)
  }
  const isNextTo = [lines[head - 1], lines[end]].some((line) => line !== undefined && places.has(line))
  return isNextTo ? undefined : places
}
