import { MeteredCache } from '../../../platform/observing/metered-cache.ts'
import { type FollowedBlock, followBlocks } from '../blocks/follow-blocks.ts'
import { readingCost, SHORT_COST } from './reading-cost.ts'
import type { BlocksToFollow } from './text.worker.ts'
import { runTextTask } from './text-pool.ts'

const CACHE_BYTES = 16 * 1024 * 1024
/** The size of a cache entry without its texts. */
const ENTRY_BYTES = 500
/** The maximum number of characters per task, so that other requests are served in between. */
const CHUNK = 200_000

/** Recently followed blocks, by the two texts and the key of the block: the result never changes. */
const recent = new MeteredCache<string, FollowedBlock>('followed-blocks', {
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ former, current }) =>
    ENTRY_BYTES + 2 * ((former?.markdown.length ?? 0) + (current?.markdown.length ?? 0)),
})

/** Blocks of a text. `id` identifies the two texts. */
export interface BlocksOfText extends BlocksToFollow {
  id: string
}

/**
 * What became of blocks of any number of texts: a few short texts are compared directly, all others in a worker
 * thread, in batches.
 */
export async function followedBlocksOf(
  texts: readonly BlocksOfText[],
  organizationId?: string,
): Promise<Map<string, FollowedBlock>[]> {
  const results = texts.map(() => new Map<string, FollowedBlock>())
  const keep = (at: number, keys: readonly string[], found: readonly FollowedBlock[]) => {
    for (const [index, followed] of found.entries()) {
      const key = keys[index] ?? ''
      results[at]?.set(key, followed)
      recent.set(`${texts[at]?.id} ${key}`, followed)
    }
  }
  let inline = SHORT_COST
  let batch: { at: number; text: BlocksToFollow }[] = []
  let room = CHUNK
  const flush = async () => {
    const sent = batch
    batch = []
    room = CHUNK
    if (sent.length === 0) return
    const found = await runTextTask(
      'followBlocks',
      sent.map(({ text }) => text),
      organizationId,
    )
    for (const [index, { at, text }] of sent.entries()) keep(at, text.keys, found[index] ?? [])
  }
  for (const [at, { id, before, after, keys: wanted }] of texts.entries()) {
    const keys = wanted.filter((key) => {
      const known = recent.get(`${id} ${key}`)
      if (known) results[at]?.set(key, known)
      return !known
    })
    if (keys.length === 0) continue
    const cost = readingCost(before) + readingCost(after ?? '')
    if (cost <= inline) {
      inline -= cost
      keep(at, keys, followBlocks(before, after, keys))
      continue
    }
    batch.push({ at, text: { before, after, keys } })
    room -= before.length + (after?.length ?? 0)
    if (room <= 0) await flush()
  }
  await flush()
  return results
}
