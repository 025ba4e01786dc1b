import { notFound } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { organizationById, reachOfOrganization } from './organizations.loaders.ts'
import { mayCreateContent } from './organizations.policy.ts'

/**
 * Authorizes the repeated deletion of something in an organization, undefined if it never existed. Only those
 * who could have deleted it get another answer than not found.
 */
export async function requireFormerWriter(
  ctx: WriteContext,
  organizationId: string | undefined,
  what: string,
): Promise<void> {
  const organization =
    organizationId === undefined ? null : await ctx.reads.load(organizationById, organizationId)
  if (!organization || !mayCreateContent(reachOfOrganization(organization))) throw notFound(what)
}
