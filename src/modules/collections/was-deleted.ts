import { formerPlaceOf } from '../../core/events/former-place.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { mayCreateContent, organizationById, reachOfOrganization } from '../organizations/index.ts'

/**
 * Whether the event log has a deletion of this resource, in a place where the caller can delete or by the
 * caller. Deleting it again then succeeds; without the log, a deleted id and an unknown one could not be
 * distinguished.
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
