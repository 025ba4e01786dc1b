import type { Role } from '../../core/access/roles.ts'
import { DomainError, forbidden, invalidField } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import { getOrganizationRow, mayCreateContent, reachOfOrganization } from '../organizations/index.ts'
import { reachOfCollection } from './collections.access.ts'
import { getCollectionRow } from './collections.loaders.ts'
import { mayGiveLevel, mayManageCollection } from './collections.policy.ts'

/** Where spaces and collections can be: in a collection, or at the top of an organization. */
export interface Place {
  organizationId: string
  parentId: string | null
}

/**
 * Keeps everybody else from changing where things are in these organizations until the transaction ends. A move looks
 * at rows that it does not write (is the new parent below me, which keys do my neighbours have), so row locks on what
 * it writes would not do. The lock is advisory and not on the organization's row, so that settings, members and events
 * go on meanwhile. Always in the same order: two transfers in opposite directions do not wait for each other.
 */
export async function lockPlaces(ctx: WriteContext, organizationIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort()) {
    await ctx.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`places:${id}`}, 0))`
  }
}

/**
 * Reads and checks something, locks the places of its organization, and reads and checks it again: what was seen before
 * the lock may have moved while we waited. Nobody without access makes others wait.
 */
export async function underLock<Row extends { organizationId: string } | null>(
  ctx: WriteContext,
  read: () => Promise<Row>,
  others: readonly string[] = [],
): Promise<Row> {
  const seen = await read()
  if (!seen) return seen
  await lockPlaces(ctx, [seen.organizationId, ...others])
  ctx.reads.forget()
  const row = await read()
  if (row && row.organizationId !== seen.organizationId) {
    throw new DomainError('conflict', 'It was just transferred to another organization. Try again.')
  }
  return row
}

/** The collection at a place (null at the top), for somebody who wants to put something there. */
export async function requirePlace(
  ctx: WriteContext,
  { organizationId, parentId }: Place,
): Promise<Collection | null> {
  if (parentId === null) {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (!mayCreateContent(reachOfOrganization(organization))) {
      throw forbidden('This takes the role create or admin in this organization.')
    }
    return null
  }
  const parent = await getCollectionRow(ctx.reads, parentId)
  if (parent.organizationId !== organizationId) {
    throw invalidField('parent', 'this collection is in another organization; use transfer instead of move')
  }
  if (!mayManageCollection(await reachOfCollection(ctx.reads, parentId))) {
    throw forbidden('This takes the role create or higher on the parent collection.')
  }
  return parent
}

/** Who transfers gives up and takes in: it takes the role create in both organizations. */
export async function requireBothOrganizations(
  ctx: WriteContext,
  from: string,
  to: string,
  mayManage: boolean,
): Promise<void> {
  const [source, target] = await Promise.all([
    getOrganizationRow(ctx.reads, from),
    getOrganizationRow(ctx.reads, to),
  ])
  if (from === to) throw new DomainError('conflict', 'It already belongs to this organization. Use move.')
  if (!mayManage || !mayCreateContent(reachOfOrganization(source))) {
    throw new DomainError(
      'precondition_failed',
      'A transfer takes the role create or higher on it and in its organization.',
    )
  }
  if (!mayCreateContent(reachOfOrganization(target))) {
    throw new DomainError(
      'precondition_failed',
      'A transfer takes the role create or higher in the organization that receives it.',
    )
  }
}

/** Authorizes a default level that somebody who manages a thing wants to set on it. */
export function requireMayGiveLevel(reach: { role: Role }, level: Role | 'inherit' | null | undefined): void {
  if (level !== undefined && !mayGiveLevel(reach, level)) {
    throw forbidden(`You cannot set the level ${level}: it is above your own role, ${reach.role}.`)
  }
}

/** Nobody locks themselves out: the whole change is undone when its author would not see the result. */
export function stillVisible<Row>(row: Row | null): Row {
  if (row) return row
  throw new DomainError(
    'conflict',
    'You could not see it afterwards: its default level would give you nothing. Change the level, or get a grant there first.',
  )
}
