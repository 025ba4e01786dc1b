import type { BlockPair } from './block-diff.ts'

/** A pair of blocks, or a run of unchanged ones that is not shown. */
export type Folded =
  | { kind: 'pair'; at: number; pair: BlockPair }
  | { kind: 'fold'; at: number; count: number }

interface FoldOptions {
  /** The runs that are shown nevertheless, by the position of their first block. */
  opened: ReadonlySet<number>
  /** What has to be shown, such as a block with a thread. */
  isKept: (pair: BlockPair) => boolean
}

/** Hides runs of unchanged blocks, apart from one beside each change. */
export function foldUnchanged(pairs: readonly BlockPair[], { opened, isKept }: FoldOptions): Folded[] {
  // A heading that is the title of the page has no HTML.
  const isShown = ({ before, after }: BlockPair) => Boolean(before?.html || after?.html)
  const isHidden = (at: number) => {
    const near = [pairs[at - 1], pairs[at], pairs[at + 1]]
    return near.every((pair) => pair === undefined || (pair.state === 'same' && !isKept(pair)))
  }
  const folded: Folded[] = []
  for (let at = 0; at < pairs.length; ) {
    let end = at
    while (end < pairs.length && isHidden(end)) end++
    const isFolded = end - at > 1 && !opened.has(at)
    if (isFolded) folded.push({ kind: 'fold', at, count: end - at })
    const next = Math.max(end, at + 1)
    for (let each = at; each < next && !isFolded; each++) {
      const pair = pairs[each] as BlockPair
      if (isShown(pair)) folded.push({ kind: 'pair', at: each, pair })
    }
    at = next
  }
  return folded
}
