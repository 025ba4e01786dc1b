import { sequenceDiff } from './sequence-diff.ts'

/** A block of a page as the API gives it. The key is a hash of its content. */
export interface Block {
  readonly key: string
  readonly type: string
  readonly html: string
  readonly lines: { readonly first: number; readonly last: number }
}

/** A block that stayed, was added, removed, or changed into another. */
export interface BlockPair {
  before: Block | undefined
  after: Block | undefined
  state: 'same' | 'added' | 'removed' | 'changed'
}

/** The blocks of two versions of a page beside each other. */
export function blockDiff(before: readonly Block[], after: readonly Block[]): BlockPair[] {
  const keysOf = (blocks: readonly Block[]) => blocks.map(({ key }) => key)
  return sequenceDiff(keysOf(before), keysOf(after)).flatMap((run) => {
    const old = before.slice(run.before.start, run.before.end)
    const current = after.slice(run.after.start, run.after.end)
    return run.isSame ? old.map((block, at) => paired(block, current[at])) : changedPairs(old, current)
  })
}

/** Blocks that were replaced: those of the same type are versions of each other, in their order. */
function changedPairs(old: readonly Block[], current: readonly Block[]): BlockPair[] {
  const pairs: BlockPair[] = []
  let at = 0
  for (const block of current) {
    const found = old.findIndex(({ type }, index) => index >= at && index < at + 3 && type === block.type)
    if (found < 0) {
      pairs.push(paired(undefined, block))
      continue
    }
    for (const removed of old.slice(at, found)) pairs.push(paired(removed, undefined))
    pairs.push(paired(old[found], block))
    at = found + 1
  }
  return [...pairs, ...old.slice(at).map((removed) => paired(removed, undefined))]
}

function paired(before: Block | undefined, after: Block | undefined): BlockPair {
  if (!before) return { before, after, state: 'added' }
  if (!after) return { before, after, state: 'removed' }
  return { before, after, state: before.key === after.key ? 'same' : 'changed' }
}
