import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import { operation } from '../../../core/operations/operation.ts'
import {
  type ChangeRequestRow,
  changeRequestPlace,
  getChangeRequestRow,
} from '../../change-requests/index.ts'
import { revisionsFor } from '../../content/index.ts'
import { statsOfChangeRequest } from '../../links/index.ts'
import type { MergeRule } from '../../organizations/index.ts'
import { reachOf } from '../../spaces/index.ts'
import { type Blocker, blockersOf, concernLinks, mayBypass } from './blockers.ts'
import { conflictsOf, type FoundConflicts } from './found-conflicts.ts'
import { mergeFacts } from './merge-facts.ts'

export const MergeState = z.enum(['clean', 'outdated', 'conflicts', 'blocked', 'merged'])

/** Whether a change request can be merged, and what prevents it. */
export interface Mergeability {
  state: z.output<typeof MergeState>
  conflicts: FoundConflicts
  blockers: Blocker[]
  /** Whether the viewer can merge it without meeting the rules. */
  canBypass: boolean
}

const MERGED: Mergeability = {
  state: 'merged',
  conflicts: { count: 0, pages: [] },
  blockers: [],
  canBypass: false,
}

/** Whether a change request can be merged now. Nothing is written: the merge itself decides under its locks. */
export const getMergeability = operation({
  id: 'changeRequests.getMergeability',
  input: z.object(changeRequestPlace),
  scope: 'space:read',
  writes: false,
  authorize: (ctx, { spaceId, changeRequestId }) => getChangeRequestRow(ctx.reads, spaceId, changeRequestId),
  run: async ({ reads, tools }, _input, changeRequest: ChangeRequestRow): Promise<Mergeability> => {
    if (changeRequest.status === 'merged') return MERGED
    const facts = await reads.load(mergeFacts, changeRequest.id)
    if (!facts) throw notFound('This change request')
    if (facts.status === 'merged') return MERGED
    const { rules } = facts
    const [conflicts, brokenLinks, reach] = await Promise.all([
      conflictsOf(facts, {
        db: reads.db,
        git: tools.git,
        revisionsOf: (ids) => revisionsFor(reads, facts, ids),
      }),
      brokenLinksOf(reads, rules, changeRequest),
      reachOf(reads, changeRequest.spaceId),
    ])
    const blockers = blockersOf(rules, { ...facts, brokenLinks, userId: reach.userId })
    return {
      state: stateOf(conflicts, blockers, facts.isOutdated),
      conflicts,
      blockers,
      canBypass: mayBypass(reach, rules),
    }
  },
})

function stateOf({ count }: FoundConflicts, blockers: Blocker[], isOutdated: boolean): Mergeability['state'] {
  if (count > 0) return 'conflicts'
  if (blockers.length > 0) return 'blocked'
  return isOutdated ? 'outdated' : 'clean'
}

/** The links that a change request breaks, if a rule is about them. Finding them reads its pages. */
export async function brokenLinksOf(
  reads: RequestLoaders,
  rules: readonly MergeRule[],
  changeRequest: ChangeRequestRow,
): Promise<number> {
  if (!concernLinks(rules)) return 0
  return (await reads.load(statsOfChangeRequest, changeRequest))?.brokenByChangeRequest ?? 0
}
