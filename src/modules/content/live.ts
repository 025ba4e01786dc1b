import type { WriteContext } from '../../core/context.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import { diffRevisions, type RevisionDiff, Snapshot } from '../revisions/index.ts'
import { indexLinks } from './links/live-index.ts'
import { Readings } from './readings.ts'
import { searchIndex } from './search/live-index.ts'

/** What an index over main content is told when main content moves on. */
export interface LiveChange {
  spaceId: string
  before: Snapshot
  after: Snapshot
  diff: RevisionDiff
  readings: Readings
}

/** Keeps something that is looked up in main content true to it, in the transaction that changes it. */
export type LiveIndex = (ctx: WriteContext, change: LiveChange) => Promise<void>

/** Indexes over main content. Each works on what differs, so an edit costs the same in a large space as in a small one. */
const indexes: LiveIndex[] = [indexLinks, searchIndex]

export async function noteLiveContent(
  ctx: WriteContext,
  before: Revision,
  after: Revision,
  readings = new Readings(),
): Promise<void> {
  const { db } = ctx.reads
  const change: LiveChange = {
    spaceId: after.spaceId,
    before: new Snapshot(db, before),
    after: new Snapshot(db, after),
    diff: await diffRevisions(db, before, after),
    readings,
  }
  for (const index of indexes) await index(ctx, change)
}
