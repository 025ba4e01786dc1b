import type { FileMerge, Git } from '../../platform/git.ts'
import { type Lines, lineChangesFromEnd, linesOf, textOfLines } from '../documents/index.ts'
import { isCertainAlignment } from './certain-alignment.ts'
import { type Region, regionsOf, resolvedFor, type Three, type ThreeLines } from './changed-regions.ts'
import {
  type ConflictHunk,
  combined,
  comparedRegions,
  type Doubt,
  everything,
  hunkOf,
  unixText,
} from './regions.ts'

/**
 * The merged text, or the lines that conflict: none if they are too many to list. In that case `primary` and `changed` are the merge with only those
 * lines taken from one side.
 */
type TextMerge = { text: string } | { hunks: ConflictHunk[]; primary: string; changed: string }
type MergeText = (base: string, primary: string, changed: string) => Promise<TextMerge>

export interface TextMergeTools {
  git: Pick<Git, 'mergeFile' | 'lineChanges'>
  /** The document that a text is parsed to, encoded. */
  documentOf: (text: string) => Promise<Uint8Array> | Uint8Array
}

/**
 * Merges texts line by line. Part by part, the result of Git is accepted only if comparing the texts from their beginning
 * and from their end leads to the same lines: repeated headings can be aligned in several ways, and text under the wrong
 * heading is worse than a conflict.
 */
export function createMergeText({ git, documentOf }: TextMergeTools): MergeText {
  return async (base, primary, changed) => {
    if (primary === changed || changed === base) return { text: primary }
    if (primary === base) return { text: changed }
    const sides = { base: linesOf(base), primary: linesOf(primary), changed: linesOf(changed) }
    const three = { base: sides.base.lines, primary: sides.primary.lines, changed: sides.changed.lines }
    const ending = decided(sides, ({ ending }) => ending)
    const isEnded = decided(sides, (side) => side.isEnded)
    const write = (lines: readonly string[]) => textOfLines({ lines: [...lines], ending, isEnded })

    const regions = await agreed(three, { git, documentOf, write })
    const conflicts = regions.filter((region) => region.merged === null)
    const text = write(resolvedFor('primary', three, regions))
    if (conflicts.length === 0) return { text }
    const hunks = areListed(conflicts) ? conflicts.map((region) => hunkOf(three, region)) : []
    return { hunks, primary: text, changed: write(resolvedFor('changed', three, regions)) }
  }
}

/** With more conflicting lines, each part counting as three, the whole texts are the conflict. */
const MAX_LISTED_LINES = 30_000

const areListed = (conflicts: readonly Region[]): boolean =>
  conflicts.reduce(
    (sum, { from, to }) =>
      sum + 3 + (to.base - from.base) + (to.primary - from.primary) + (to.changed - from.changed),
    0,
  ) <= MAX_LISTED_LINES

interface Tools extends TextMergeTools {
  write: (lines: readonly string[]) => string
}

/** The parts that all comparisons merge in the same way, and conflicts where they do not. */
async function agreed(three: ThreeLines, tools: Tools): Promise<Region[]> {
  const second = comparedRegions(three)
  const third = second && comparedRegions(three, lineChangesFromEnd)
  if (!third) return everything(three)
  // Starting Git takes longer than everything else, so it is not asked what it can only confirm.
  if (isCertainAlignment(three) && isSameMerge(outcomeOf(three, second), outcomeOf(three, third)))
    return second
  const merged = await tools.git.mergeFile({
    base: unixText(three.base),
    ours: unixText(three.primary),
    theirs: unixText(three.changed),
  })
  if (merged.kind === 'failed' || merged.kind === 'missing') return everything(three)
  const isMergeOf = (regions: readonly Region[]) => isSameMerge(outcomeOf(three, regions), merged)
  const others = [second, third].filter((regions) => !isMergeOf(regions))
  if (others.length === 0) return second
  const first = await firstOpinion(three, tools.git)
  // Git has merged them from other changes than those that it shows.
  if (!first || !isMergeOf(first)) return everything(three)
  let regions = first
  const doubts: Doubt[] = []
  for (const other of others) {
    const compared = combined(three, regions, other)
    regions = compared.regions
    doubts.push(...compared.doubts)
  }
  const accepted = await withoutDifference(three, regions, doubts, tools)
  return regions.map((region) => {
    const doubt = accepted.find((each) => each === region)
    return doubt ? { ...region, merged: doubt.lines } : region
  })
}

type Outcome = Extract<FileMerge, { kind: 'clean' | 'clash' }>

/** The merge of these parts, as Git returns one. */
function outcomeOf(three: ThreeLines, regions: readonly Region[]): Outcome {
  const ours = unixText(resolvedFor('primary', three, regions))
  if (regions.every((region) => region.merged !== null)) return { kind: 'clean', text: ours }
  return { kind: 'clash', ours, theirs: unixText(resolvedFor('changed', three, regions)) }
}

const isSameMerge = (one: Outcome, other: Outcome): boolean =>
  one.kind === 'clean'
    ? other.kind === 'clean' && one.text === other.text
    : other.kind === 'clash' && one.ours === other.ours && one.theirs === other.theirs

/** With more doubts, or more text to parse for them, none is checked further. */
const MAX_DOUBTS = 8
const MAX_DOUBT_CHARACTERS = 400_000

/** Doubtful parts of which the text reads the same, whichever comparison they are merged by. */
async function withoutDifference(
  three: ThreeLines,
  regions: readonly Region[],
  doubts: readonly Doubt[],
  { write, documentOf }: Tools,
): Promise<Doubt[]> {
  const textWith = (replaced?: Doubt) =>
    write(
      resolvedFor(
        'primary',
        three,
        regions.map((region) => {
          const doubt = doubts.find((each) => each === region)
          return doubt ? { ...region, merged: doubt === replaced ? doubt.others : doubt.lines } : region
        }),
      ),
    )
  const checked = doubts.filter(({ others }) => others !== null)
  if (checked.length === 0 || doubts.length > MAX_DOUBTS) return []
  const merged = textWith()
  if (merged.length * (checked.length + 1) > MAX_DOUBT_CHARACTERS) return []
  const document = await documentOf(merged)
  const accepted: Doubt[] = []
  for (const doubt of checked) {
    if (Buffer.compare(document, await documentOf(textWith(doubt))) === 0) accepted.push(doubt)
  }
  return accepted
}

/** The changes as Git sees them. Its merge has no positions. */
async function firstOpinion(three: ThreeLines, git: Tools['git']): Promise<Region[] | undefined> {
  const before = unixText(three.base)
  const ofPrimary = await git.lineChanges(before, unixText(three.primary))
  const ofChanged = await git.lineChanges(before, unixText(three.changed))
  return ofPrimary && ofChanged && regionsOf(three, ofPrimary, ofChanged)
}

/** A property of the whole text: a changed version wins; if both changed it, that of the primary content. */
function decided<T>({ base, primary, changed }: Three<Lines>, of: (side: Lines) => T): T {
  const [was, one, other] = [of(base), of(primary), of(changed)]
  if (one === null || one === was) return other ?? was
  return one
}
