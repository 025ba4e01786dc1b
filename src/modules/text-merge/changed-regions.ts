// Without imports: the console merges with it in the browser.

/** Lines of the base that a side replaced by others. Positions count from 0. */
export interface ReplacedLines {
  base: number
  removed: number
  added: number
}

export interface Three<T> {
  base: T
  primary: T
  changed: T
}

export type ThreeLines = Three<readonly string[]>

type Side = 'primary' | 'changed'

/** A part of the three texts that a side changed, by the positions of its first line and of the line after its last. */
export interface Region {
  from: Three<number>
  to: Three<number>
  /** The merged lines. Null if both sides changed them differently. */
  merged: readonly string[] | null
}

export const slice = (three: ThreeLines, side: keyof ThreeLines, { from, to }: Pick<Region, 'from' | 'to'>) =>
  three[side].slice(from[side], to[side])

export const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index])

/** The parts that changed, in order. Changes that overlap or touch in the base are one part. */
export function regionsOf(
  three: ThreeLines,
  ofPrimary: readonly ReplacedLines[],
  ofChanged: readonly ReplacedLines[],
): Region[] {
  const regions: Region[] = []
  const next = { primary: 0, changed: 0 }
  const moved = { primary: 0, changed: 0 }
  const changes = { primary: ofPrimary, changed: ofChanged }
  const sides: readonly Side[] = ['primary', 'changed']
  for (;;) {
    const starts = sides.flatMap((side) => changes[side][next[side]]?.base ?? [])
    if (starts.length === 0) return regions
    const start = Math.min(...starts)
    const from = { base: start, primary: start + moved.primary, changed: start + moved.changed }
    const isTouched = { primary: false, changed: false }
    let end = start
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false
      for (const side of sides) {
        const change = changes[side][next[side]]
        if (!change || change.base > end) continue
        end = Math.max(end, change.base + change.removed)
        moved[side] += change.added - change.removed
        next[side] += 1
        isTouched[side] = true
        isGrowing = true
      }
    }
    const to = { base: end, primary: end + moved.primary, changed: end + moved.changed }
    const primary = slice(three, 'primary', { from, to })
    const changed = slice(three, 'changed', { from, to })
    const merged = !isTouched.changed
      ? primary
      : !isTouched.primary || isEqual(primary, changed)
        ? changed
        : null
    regions.push({ from, to, merged })
  }
}

/** The merge of these parts of the texts, with the lines of one side where both changed them. */
export function resolvedFor(
  side: Side,
  three: ThreeLines,
  regions: readonly Region[],
  within: Pick<Region, 'from' | 'to'> = wholeOf(three),
): string[] {
  const lines: string[] = []
  const add = (part: readonly string[]) => {
    for (const line of part) lines.push(line)
  }
  let at = within.from.base
  for (const region of regions) {
    add(three.base.slice(at, region.from.base))
    add(region.merged ?? slice(three, side, region))
    at = region.to.base
  }
  add(three.base.slice(at, within.to.base))
  return lines
}

export const wholeOf = ({ base, primary, changed }: ThreeLines): Pick<Region, 'from' | 'to'> => ({
  from: { base: 0, primary: 0, changed: 0 },
  to: { base: base.length, primary: primary.length, changed: changed.length },
})
