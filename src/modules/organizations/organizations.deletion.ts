import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { retentionEnd } from '../../core/purging.ts'
import {
  deletedOrganizationById,
  getOrganizationRow,
  type OrganizationRow,
  organizationById,
  reachOfOrganization,
} from './organizations.loaders.ts'
import { DeleteOrganization, RestoreOrganization } from './organizations.model.ts'
import { mayAdministrate } from './organizations.policy.ts'

/**
 * Deletes an organization with all that it has. Its members are suspended, so that nothing of it can be read, and can
 * be restored for 7 days. Returns whether it existed: deleting it again succeeds for those who can restore it.
 */
export const deleteOrganization = operation({
  id: 'organizations.delete',
  input: DeleteOrganization,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, { organizationId }) =>
    twice(ctx, organizationId, async () => {
      if (await ctx.reads.load(organizationById, organizationId)) return getAdministrated(ctx, organizationId)
      if (await findRestorable(ctx, organizationId)) return null
      throw notFound('This organization')
    }),
  changes: (organization) => rowOf('Organization', organization),
  run: async (ctx, { organizationId: id }, organization) => {
    if (!organization) return { deletedId: id, existed: false }
    await ctx.tx.organization.update({ where: { id }, data: { deletedAt: ctx.now() } })
    await ctx.tx.member.updateMany({
      where: { organizationId: id, disabled: false },
      data: { disabled: true, isSuspended: true },
    })
    ctx.emit({ organizationId: id, type: 'organization.deleted', subject: { organization: id } })
    return { deletedId: id, existed: true }
  },
})

/** Restores a deleted organization, for those who were its admins. */
export const restoreOrganization = operation({
  id: 'organizations.restore',
  input: RestoreOrganization,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, { organizationId }) =>
    twice(ctx, organizationId, async () => {
      const organization = await findRestorable(ctx, organizationId)
      if (organization) return organization
      await getAdministrated(ctx, organizationId)
      throw new DomainError('conflict', 'This organization is not deleted, so it cannot be restored.')
    }),
  run: async (ctx, { organizationId: id }) => {
    // The condition handles a concurrent purge, which clears the deletion date first.
    const { count } = await ctx.tx.organization.updateMany({
      where: { id, deletedAt: { gt: retentionEnd(ctx.now()) } },
      data: { deletedAt: null },
    })
    if (count === 0) throw notFound('This organization')
    await ctx.tx.member.updateMany({
      where: { organizationId: id, isSuspended: true },
      data: { disabled: false, isSuspended: false },
    })
    ctx.emit({ organizationId: id, type: 'organization.restored', subject: { organization: id } })
    ctx.reads.forget()
    return getOrganizationRow(ctx.reads, id)
  },
})

/**
 * Authorizes, locks the organization against everything that refers to it, such as a user who joins, and authorizes
 * again: another request may have deleted or restored it meanwhile.
 */
async function twice<Subject>(
  ctx: WriteContext,
  organizationId: string,
  authorize: () => Promise<Subject>,
): Promise<Subject> {
  await authorize()
  await ctx.tx.$queryRaw`SELECT 1 FROM "Organization" WHERE "id" = ${organizationId} FOR UPDATE`
  ctx.reads.forget()
  return authorize()
}

async function getAdministrated(ctx: WriteContext, organizationId: string): Promise<OrganizationRow> {
  const organization = await getOrganizationRow(ctx.reads, organizationId)
  if (!mayAdministrate(reachOfOrganization(organization))) {
    throw forbidden('You need the admin role in this organization to delete or restore it.')
  }
  return organization
}

/** A deleted organization that the viewer can still restore, or null. */
async function findRestorable(ctx: WriteContext, organizationId: string): Promise<OrganizationRow | null> {
  const organization = await ctx.reads.load(deletedOrganizationById, organizationId)
  return organization?.deletedAt && organization.deletedAt > retentionEnd(ctx.now()) ? organization : null
}
