import { diffIndices } from 'node-diff3'
import type { Git } from '../../../platform/git.ts'
import {
  isComparable,
  type Lines,
  linesOf,
  readTheSame,
  sharedEnds,
  textOfLines,
} from '../../documents/index.ts'
import {
  combined,
  type Doubt,
  everything,
  hunkOf,
  type LineChange,
  type Region,
  regionsOf,
  resolvedFor,
  type Three,
  type ThreeLines,
} from './regions.ts'
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
 * Merges texts line by line. Part by part, the result of Git is accepted only if a second engine returns the same lines:
 * repeated headings can be aligned in several ways, and text under the wrong heading is worse than a conflict.
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

    const merged = await git.mergeFile({
      base: unixText(three.base),
      ours: unixText(three.primary),
      theirs: unixText(three.changed),
    })
    if (merged.kind === 'missing' && !isTold) {
      isTold = true
      log('git is not installed: texts are merged less finely, and more of them conflict')
    }
    const regions = await agreed(three, merged, { git, write })
    const conflicts = regions.filter((region) => region.merged === null)
    const text = write(resolvedFor('primary', three, regions))
    if (conflicts.length === 0) return { text }
    const hunks = conflicts.map((region) => hunkOf(three, region))
    return { hunks, primary: text, changed: write(resolvedFor('changed', three, regions)) }
  }
}

interface Tools {
  git: Git
  write: (lines: readonly string[]) => string
}

/** The parts that both engines merge in the same way, and conflicts where they do not. */
async function agreed(
  three: ThreeLines,
  merged: Awaited<ReturnType<Git['mergeFile']>>,
  tools: Tools,
): Promise<Region[]> {
  const second = secondOpinion(three)
  if (second === null || merged.kind === 'failed') return everything(three)
  if (merged.kind === 'missing') return hasRepeatedLines(three) ? everything(three) : second
  const isMergeOf = (regions: readonly Region[]) =>
    (merged.kind === 'clean') === regions.every((region) => region.merged !== null) &&
    (merged.kind === 'clean' ? merged.text : merged.ours) ===
      unixText(resolvedFor('primary', three, regions)) &&
    (merged.kind === 'clean' ? merged.text : merged.theirs) ===
      unixText(resolvedFor('changed', three, regions))
  if (isMergeOf(second)) return second
  const first = await firstOpinion(three, tools.git)
  // Git has merged them from other changes than those that it shows.
  if (!first || !isMergeOf(first)) return everything(three)
  const { regions, doubts } = combined(three, first, second)
  const accepted = doubts.length <= MOST_DOUBTS ? await withoutDifference(three, regions, doubts, tools) : []
  return regions.map((region) => {
    const doubt = accepted.find((each) => each === region)
    return doubt ? { ...region, merged: doubt.lines } : region
  })
}

/** With more of them, none is checked further. */
const MOST_DOUBTS = 8

/** Doubtful parts of which the text reads the same, whichever engine merges them. */
async function withoutDifference(
  three: ThreeLines,
  regions: readonly Region[],
  doubts: readonly Doubt[],
  { write }: Tools,
): Promise<Doubt[]> {
  const textWith = (doubt: Doubt, lines: readonly string[]) =>
    write(
      resolvedFor(
        'primary',
        three,
        regions.map((region) => {
          const other = doubts.find((each) => each === region)
          return other ? { ...region, merged: other === doubt ? lines : other.lines } : region
        }),
      ),
    )
  const accepted: Doubt[] = []
  for (const doubt of doubts) {
    if (doubt.others === null) continue
    if (await readTheSame(textWith(doubt, doubt.lines), textWith(doubt, doubt.others))) accepted.push(doubt)
  }
  return accepted
}

/** The changes as Git sees them. Its merge has no positions. */
async function firstOpinion(three: ThreeLines, git: Git): Promise<Region[] | undefined> {
  const before = unixText(three.base)
  const ofPrimary = await git.lineChanges(before, unixText(three.primary))
  const ofChanged = await git.lineChanges(before, unixText(three.changed))
  return ofPrimary && ofChanged && regionsOf(three, ofPrimary, ofChanged)
}

function secondOpinion(three: ThreeLines): Region[] | null {
  const { base, primary, changed } = three
  if (!isComparable(base, primary) || !isComparable(base, changed)) return null
  const changes = (side: readonly string[]): LineChange[] =>
    diffIndices([...base], [...side]).map(({ buffer1, buffer2 }) => ({
      base: buffer1[0],
      removed: buffer1[1],
      side: buffer2[0],
      added: buffer2[1],
    }))
  return regionsOf(three, changes(primary), changes(changed))
}

/**
 * Without Git, a changed region between lines that occur more than once is a conflict, because it can be aligned
 * differently.
 */
function hasRepeatedLines({ base, primary, changed }: ThreeLines): boolean {
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
