import { lineChanges, sharedEnds } from '../documents/index.ts'
import {
  isEqual,
  type Region,
  regionsOf,
  resolvedFor,
  slice,
  type Three,
  type ThreeLines,
  wholeOf,
} from './changed-regions.ts'

/** Conflicting lines of the three versions. Line numbers count from 1 within each source. */
export type ConflictHunk = Three<{ start: number; lines: string[] }>

/** The parts that changed, by a comparison of each side with the base. Undefined if they are too different for it. */
export function comparedRegions(three: ThreeLines, compare = lineChanges): Region[] | undefined {
  const ofPrimary = compare(three.base, three.primary)
  const ofChanged = ofPrimary && compare(three.base, three.changed)
  return ofChanged && regionsOf(three, ofPrimary, ofChanged)
}

/** One part from the first line that differs to the last, so that nothing in between is accepted unchecked. */
export function everything(three: ThreeLines): Region[] {
  const { head, tail } = sharedEnds([three.base, three.primary, three.changed])
  const { to } = wholeOf(three)
  return [
    {
      from: { base: head, primary: head, changed: head },
      to: { base: to.base - tail, primary: to.primary - tail, changed: to.changed - tail },
      merged: null,
    },
  ]
}

/** A part that one comparison merges, and another one differently. */
export interface Doubt extends Region {
  /** The lines of the first engine, and of the second one if it found no conflict. */
  lines: readonly string[]
  others: readonly string[] | null
}

/**
 * Combines two opinions part by part, between positions where both align the three texts in the same way. Where they
 * differ, a conflict of the first one counts; what it merged is doubtful.
 */
export function combined(
  three: ThreeLines,
  first: readonly Region[],
  second: readonly Region[],
): { regions: Region[]; doubts: Doubt[] } {
  const regions: Region[] = []
  const doubts: Doubt[] = []
  const parts = { first: cursor(first), second: cursor(second) }
  let from = wholeOf(three).from
  for (const to of sharedCuts(three, first, second)) {
    const within = { from, to }
    from = to
    const [one, other] = [parts.first(to), parts.second(to)]
    if (one.length === 0 && other.length === 0) continue
    const isClean = one.every(({ merged }) => merged !== null)
    const isOtherClean = other.every(({ merged }) => merged !== null)
    const isSame =
      isClean === isOtherClean &&
      (['primary', 'changed'] as const).every((side) =>
        isEqual(resolvedFor(side, three, one, within), resolvedFor(side, three, other, within)),
      )
    if (isSame || !isClean) regions.push(...one)
    else {
      const lines = resolvedFor('primary', three, one, within)
      const others = isOtherClean ? resolvedFor('primary', three, other, within) : null
      const doubt: Doubt = { ...within, merged: null, lines, others }
      regions.push(doubt)
      doubts.push(doubt)
    }
  }
  return { regions, doubts }
}

/** Returns the regions up to each position. */
function cursor(regions: readonly Region[]): (to: Three<number>) => Region[] {
  let next = 0
  return (to) => {
    const begun = next
    while (regions[next] && isUpTo(regions[next]?.to, to)) next += 1
    return regions.slice(begun, next)
  }
}

const isUpTo = (one: Three<number> | undefined, to: Three<number>): boolean =>
  one !== undefined && one.base <= to.base && one.primary <= to.primary && one.changed <= to.changed

/** The positions at which neither opinion is within a part that changed, and which both align in the same way. */
function sharedCuts(three: ThreeLines, first: readonly Region[], second: readonly Region[]): Three<number>[] {
  const lineKeyOf = ({ base, primary, changed }: Three<number>) => `${base},${primary},${changed}`
  const known = new Set(cutsOf(three, first).map(lineKeyOf))
  return cutsOf(three, second).filter((cut) => known.has(lineKeyOf(cut)))
}

function cutsOf(three: ThreeLines, regions: readonly Region[]): Three<number>[] {
  const whole = wholeOf(three)
  const cuts: Three<number>[] = []
  let at = whole.from
  for (const { from, to } of [...regions, { from: whole.to, to: whole.to }]) {
    for (let n = 0; n <= from.base - at.base; n += 1) {
      cuts.push({ base: at.base + n, primary: at.primary + n, changed: at.changed + n })
    }
    at = to
  }
  cuts.push(whole.to)
  return cuts
}

/** The lines of a conflict, without those that are equal on both sides at its beginning and end. */
export function hunkOf(three: ThreeLines, region: Region): ConflictHunk {
  const { from } = region
  const base = slice(three, 'base', region)
  const primary = slice(three, 'primary', region)
  const changed = slice(three, 'changed', region)
  const both = sharedEnds([primary, changed])
  const all = sharedEnds([base, primary, changed])
  const part = (lines: readonly string[], start: number, { head, tail }: typeof both) => ({
    start: start + head + 1,
    lines: lines.slice(head, lines.length - tail),
  })
  const ofBase = { head: Math.min(all.head, both.head), tail: Math.min(all.tail, both.tail) }
  return {
    base: part(base, from.base, ofBase),
    primary: part(primary, from.primary, both),
    changed: part(changed, from.changed, both),
  }
}

/** Lines as a text. Every line is ended, so that the last one is compared like the others. */
export const unixText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
