import { diff3Merge } from 'node-diff3'
import type { Git } from '../../../platform/git.ts'
import { isComparable, type Lines, linesOf, sharedEnds, textOfLines } from '../../documents/index.ts'
import type { ConflictHunk } from './types.ts'

/**
 * The merged text, or the lines that conflict. In that case `primary` and `changed` are the merge with only those
 * lines taken from one side.
 */
export type TextMerge = { text: string } | { hunks: ConflictHunk[]; primary: string; changed: string }
export type MergeText = (base: string, primary: string, changed: string) => Promise<TextMerge>

export interface TextMergeOptions {
  git: Git
  log: (message: string) => void
}

/**
 * The result of an engine for three lists of lines. `hunks` is empty without conflicts, and both sides are then
 * equal.
 */
interface Opinion {
  primary: readonly string[]
  changed: readonly string[]
  hunks: ConflictHunk[]
}

interface Three<T> {
  base: T
  primary: T
  changed: T
}

/**
 * Merges texts line by line. The result of Git is accepted only if a second engine returns the same lines: repeated
 * headings can be aligned in several ways, and text under the wrong heading is worse than a conflict.
 */
export function createMergeText({ git, log }: TextMergeOptions): MergeText {
  let isTold = false
  return async (base, primary, changed) => {
    if (primary === changed || changed === base) return { text: primary }
    if (primary === base) return { text: changed }
    const sides = { base: linesOf(base), primary: linesOf(primary), changed: linesOf(changed) }
    const three = { base: sides.base.lines, primary: sides.primary.lines, changed: sides.changed.lines }
    const ending = decided(sides, ({ ending }) => ending)
    const isEnded = decided(sides, (side) => side.isEnded)
    const write = (lines: readonly string[]) => textOfLines({ lines: [...lines], ending, isEnded })

    const second = secondOpinion(three)
    const merged = await git.mergeFile({
      base: unixText(three.base),
      ours: unixText(three.primary),
      theirs: unixText(three.changed),
    })
    if (merged.kind === 'missing' && !isTold) {
      isTold = true
      log('git is not installed: texts are merged less finely, and more of them conflict')
    }
    const opinion = agreed(three, second, merged)
    if (opinion.hunks.length === 0) return { text: write(opinion.primary) }
    return { hunks: opinion.hunks, primary: write(opinion.primary), changed: write(opinion.changed) }
  }
}

function agreed(
  three: Three<string[]>,
  second: Opinion | null,
  merged: Awaited<ReturnType<Git['mergeFile']>>,
): Opinion {
  if (second === null || merged.kind === 'failed') return everything(three)
  if (merged.kind === 'missing') return hasRepeatedLines(three) ? everything(three) : second
  const isClean = merged.kind === 'clean'
  const primary = isClean ? merged.text : merged.ours
  const changed = isClean ? merged.text : merged.theirs
  const isSame =
    isClean === (second.hunks.length === 0) &&
    primary === unixText(second.primary) &&
    changed === unixText(second.changed)
  return isSame ? second : everything(three)
}

function secondOpinion({ base, primary, changed }: Three<string[]>): Opinion | null {
  if (!isComparable(base, primary) || !isComparable(base, changed)) return null
  const opinion: Opinion & { primary: string[]; changed: string[] } = { primary: [], changed: [], hunks: [] }
  for (const { ok, conflict } of diff3Merge(primary, base, changed, { excludeFalseConflicts: true })) {
    for (const line of ok ?? []) {
      opinion.primary.push(line)
      opinion.changed.push(line)
    }
    if (!conflict) continue
    for (const line of conflict.a) opinion.primary.push(line)
    for (const line of conflict.b) opinion.changed.push(line)
    opinion.hunks.push({
      base: { start: conflict.oIndex + 1, lines: conflict.o },
      primary: { start: conflict.aIndex + 1, lines: conflict.a },
      changed: { start: conflict.bIndex + 1, lines: conflict.b },
    })
  }
  return opinion
}

/** One hunk from the first line that differs to the last, so that nothing in between is accepted unchecked. */
function everything(three: Three<string[]>): Opinion {
  const { head, tail } = sharedEnds([three.base, three.primary, three.changed])
  const part = (lines: string[]) => ({ start: head + 1, lines: lines.slice(head, lines.length - tail) })
  const hunk = { base: part(three.base), primary: part(three.primary), changed: part(three.changed) }
  return { primary: three.primary, changed: three.changed, hunks: [hunk] }
}

/**
 * Without Git, a changed region between lines that occur more than once is a conflict, because it can be aligned
 * differently.
 */
function hasRepeatedLines({ base, primary, changed }: Three<string[]>): boolean {
  const { head, tail } = sharedEnds([base, primary, changed])
  const seen = new Set<string>()
  for (const line of base.slice(Math.max(0, head - 1), base.length - Math.max(0, tail - 1))) {
    if (line.trim() === '') continue
    if (seen.has(line)) return true
    seen.add(line)
  }
  return false
}

/** A property of the whole text: a changed version wins; if both changed it, that of the primary content. */
function decided<T>({ base, primary, changed }: Three<Lines>, of: (side: Lines) => T): T {
  const [was, one, other] = [of(base), of(primary), of(changed)]
  if (one === null || one === was) return other ?? was
  return one
}

/** Ends every line, so that the last line is compared like the others. */
const unixText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
