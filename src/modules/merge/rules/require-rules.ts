import { forbidden } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { emitAboutChangeRequest, getChangeRequestRow } from '../../change-requests/index.ts'
import { reachOf } from '../../spaces/index.ts'
import { blocked, blockersOf, concernLinks, mayBypass, namesOf } from './blockers.ts'
import type { MergeFacts } from './merge-facts.ts'
import { brokenLinksOf } from './mergeability.ts'

/**
 * Rejects a merge that does not meet the rules, which the caller has read under the locks of the merge. A person who bypasses
 * them leaves an event.
 */
export async function requireRules(
  ctx: WriteContext,
  facts: MergeFacts,
  { brokenLinks, isBypassed }: { brokenLinks: number | undefined; isBypassed: boolean },
): Promise<void> {
  const { rules, spaceId } = facts
  const reach = await reachOf(ctx.reads, spaceId)
  const links = brokenLinks ?? (await countBrokenLinks(ctx, facts))
  const blockers = blockersOf(rules, { ...facts, brokenLinks: links, userId: reach.userId })
  if (blockers.length === 0) return
  if (!isBypassed) throw blocked(blockers)
  if (!mayBypass(reach, rules)) {
    throw forbidden(
      'You need the admin role in this space, or to be named in its rule allow_bypass, to merge without meeting its merge rules.',
    )
  }
  emitAboutChangeRequest(ctx, facts, 'change_request.rules_bypassed', { rules: namesOf(blockers) })
}

/** The links that the locked change request breaks, which may have changed since its merge was prepared. */
async function countBrokenLinks(ctx: WriteContext, { id, spaceId, rules }: MergeFacts): Promise<number> {
  if (!concernLinks(rules)) return 0
  ctx.reads.forget()
  return brokenLinksOf(ctx.reads, rules, await getChangeRequestRow(ctx.reads, spaceId, id))
}
