import {
  type ReplacedLines,
  regionsOf,
  type ThreeLines,
} from '../../../../modules/text-merge/changed-regions.ts'
import type { Segment } from '../../screens/change-request/conflicts/segments.ts'
import { sequenceDiff } from '../../screens/change-request/diff/sequence-diff.ts'

/** The versions of a text: the one that both began with, the one of the server, and the one of the editor. */
export interface Versions {
  base: string
  theirs: string
  ours: string
}

const changesOf = (before: readonly string[], after: readonly string[]): ReplacedLines[] =>
  sequenceDiff(before, after)
    .filter(({ isSame }) => !isSame)
    .map((run) => ({
      base: run.before.start,
      removed: run.before.end - run.before.start,
      added: run.after.end - run.after.start,
    }))

/** The merge of two versions by lines: what they agree on, and the lines that both changed differently. */
export function mergedSegments({ base, theirs, ours }: Versions): Segment[] {
  const three: ThreeLines = {
    base: base.split('\n'),
    primary: theirs.split('\n'),
    changed: ours.split('\n'),
  }
  const segments: Segment[] = []
  const addCommon = (lines: readonly string[]) => {
    const last = segments.at(-1)
    if (last?.kind === 'common')
      segments[segments.length - 1] = { kind: 'common', lines: [...last.lines, ...lines] }
    else if (lines.length > 0) segments.push({ kind: 'common', lines })
  }
  let [at, index] = [0, 0]
  for (const { from, to, merged } of regionsOf(
    three,
    changesOf(three.base, three.primary),
    changesOf(three.base, three.changed),
  )) {
    addCommon(three.base.slice(at, from.base))
    at = to.base
    if (merged) addCommon(merged)
    else {
      const primary = three.primary.slice(from.primary, to.primary)
      const changed = three.changed.slice(from.changed, to.changed)
      segments.push({ kind: 'conflict', index, primary, changed })
      index += 1
    }
  }
  addCommon(three.base.slice(at))
  return segments
}

/** The merged text. Null if both changed the same lines differently. */
export function mergedText(versions: Versions): string | null {
  const { base, theirs, ours } = versions
  if (ours === base || ours === theirs) return theirs
  if (theirs === base) return ours
  const segments = mergedSegments(versions)
  if (segments.some(({ kind }) => kind === 'conflict')) return null
  return segments.flatMap((segment) => (segment.kind === 'common' ? segment.lines : [])).join('\n')
}

/**
 * What somebody has to decide: the lines that both changed, or, where the server found a conflict that a comparison of lines
 * does not, everything between the first and the last line that differ.
 */
export function conflictingSegments(versions: Versions): Segment[] {
  const segments = mergedSegments(versions)
  if (segments.some(({ kind }) => kind === 'conflict')) return segments
  const [theirs, ours] = [versions.theirs.split('\n'), versions.ours.split('\n')]
  const runs = sequenceDiff(theirs, ours).filter(({ isSame }) => !isSame)
  const [first, last] = [runs[0], runs.at(-1)]
  if (!first || !last) return [{ kind: 'common', lines: ours }]
  const parts: Segment[] = [
    { kind: 'common', lines: theirs.slice(0, first.before.start) },
    {
      kind: 'conflict',
      index: 0,
      primary: theirs.slice(first.before.start, last.before.end),
      changed: ours.slice(first.after.start, last.after.end),
    },
    { kind: 'common', lines: theirs.slice(last.before.end) },
  ]
  return parts.filter((part) => part.kind === 'conflict' || part.lines.length > 0)
}
