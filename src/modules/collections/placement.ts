import type { Role } from '../../core/access/roles.ts'
import { DomainError, forbidden, invalidField } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { getOrganizationRow, mayCreateContent, reachOfOrganization } from '../organizations/index.ts'
import { reachOfCollection } from './collections.access.ts'
import { getCollectionRow } from './collections.loaders.ts'
import { mayGiveLevel, mayManageCollection } from './collections.policy.ts'

/** The parent of a space or a collection: a collection, or the top of an organization. */
export interface TreePosition {
  organizationId: string
  parentId: string | null
}

/**
 * Locks the tree of spaces and collections in these organizations until the transaction ends. A move
 * depends on rows that it does not write (whether the new parent is below the moved collection, which keys
 * the siblings have), so locks on the written rows are not enough. The lock is advisory and not on the
 * organization's row, so that changes to settings, members and events continue. Always taken in the same
 * order, so that two transfers in opposite directions do not deadlock.
 */
async function lockPlaces(ctx: WriteContext, organizationIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort()) {
    await ctx.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`places:${id}`}, 0))`
  }
}

/**
 * Reads and authorizes a row, locks the tree of its organization, and reads and authorizes it again: it may
 * have moved during the wait. Callers without access never hold the lock.
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
    throw new DomainError(
      'conflict',
      'It was transferred to another organization during this request. Try again.',
    )
  }
  return row
}

/** The collection at a place (null at the top), for a caller who wants to add something there. */
export async function requirePlace(
  ctx: WriteContext,
  { organizationId, parentId }: TreePosition,
): Promise<Collection | null> {
  if (parentId === null) {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (!mayCreateContent(reachOfOrganization(organization))) {
      throw forbidden('You need the create role or higher in this organization.')
    }
    return null
  }
  const parent = await getCollectionRow(ctx.reads, parentId)
  if (parent.organizationId !== organizationId) {
    throw invalidField('parent', 'this collection is in another organization; use transfer instead of move')
  }
  if (!mayManageCollection(await reachOfCollection(ctx.reads, parentId))) {
    throw forbidden('You need the create role or higher in the parent collection.')
  }
  return parent
}

/** A transfer requires the create role in both organizations. */
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
  if (from === to)
    throw new DomainError(
      'conflict',
      'It already belongs to this organization. Use move instead of transfer.',
    )
  if (!mayManage || !mayCreateContent(reachOfOrganization(source))) {
    throw new DomainError(
      'precondition_failed',
      'You need the create role or higher on it and in its organization to transfer it.',
    )
  }
  if (!mayCreateContent(reachOfOrganization(target))) {
    throw new DomainError(
      'precondition_failed',
      'You need the create role or higher in the target organization to transfer it there.',
    )
  }
}

const LOCK_INSIDE = statement<{ id: string }>({
  name: 'lockSpacesToTransfer',
  text: `SELECT s."id" FROM "Space" s WHERE s."id" = $1
    OR s."parentId" IN (SELECT "id" FROM "Collection" WHERE "ancestorIds" @> ARRAY[$1::text]) FOR UPDATE`,
})

/** What another module requires of spaces that are transferred. It throws to refuse. */
type TransferCheck = (ctx: WriteContext, spaceIds: readonly string[]) => Promise<void>

const transferChecks: TransferCheck[] = []

/** Declares a check. Called when the module is loaded. */
export function checkTransfers(check: TransferCheck): void {
  transferChecks.push(check)
}

/**
 * Runs the checks of other modules. `id` is a space, or a collection with all that is inside it. The spaces are
 * locked, so that what was checked stays true.
 */
export async function requireTransferable(ctx: WriteContext, id: string): Promise<void> {
  const spaces = await ctx.reads.db.query(LOCK_INSIDE, [id])
  const ids = spaces.map((space) => space.id)
  for (const check of transferChecks) await check(ctx, ids)
}

/** Authorizes a new default level: it cannot be higher than the caller's own role. */
export function requireMayGiveLevel(reach: { role: Role }, level: Role | 'inherit' | null | undefined): void {
  if (level !== undefined && !mayGiveLevel(reach, level)) {
    throw forbidden(`You cannot set the level ${level}: it is higher than your own role, ${reach.role}.`)
  }
}

/** Rejects a change after which its author could not see the resource; the transaction is rolled back. */
export function stillVisible<Row>(row: Row | null): Row {
  if (row) return row
  throw new DomainError(
    'conflict',
    'You would lose access with this default level. Set a higher level, or get a grant on it first.',
  )
}
