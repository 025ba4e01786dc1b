import { formerPlaceOf } from '../../core/events/deletions.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { mayCreateContent, organizationById, reachOfOrganization } from '../organizations/index.ts'

/**
 * Whether the log knows that this was deleted where the caller may delete, or by the caller. Then deleting it again
 * succeeds; without it an id of something that is gone and one that never was would look the same.
 */
export async function wasDeleted(
  ctx: WriteContext,
  resource: 'collection' | 'space',
  id: string,
): Promise<boolean> {
  const former = await formerPlaceOf(ctx.reads, resource, id)
  const organization = former && (await ctx.reads.load(organizationById, former.organizationId))
  if (!organization) return false
  return former.actorId === ctx.viewer.userId || mayCreateContent(reachOfOrganization(organization))
}
