import { DomainError, forbidden, invalidField } from '../../../core/errors.ts'
import type { EventType } from '../../../core/events/events.ts'
import { formerPlaceOf } from '../../../core/events/former-place.ts'
import type { LoaderDefinition } from '../../../core/lists/definitions.ts'
import type { Context, WriteContext } from '../../../core/operations/context.ts'
import { Prisma, type Space } from '../../../generated/prisma/client.ts'
import { requireFormerWriter } from '../../organizations/index.ts'
import { mayManage, reachOf, spaceById } from '../../spaces/index.ts'
import { getWritable, lockSite, requireMayWrite } from '../sites.changes.ts'
import type { SiteRow } from '../sites.loaders.ts'
import { findInSite, getInSite } from './structure.loaders.ts'
import { MAX_SECTIONS } from './structure.model.ts'

export interface InSite {
  organizationId?: string | undefined
  siteId?: string | undefined
}

/** A part of a site that the caller can change. */
export async function getWritablePart<Row extends { siteId: string }>(
  ctx: Context,
  loader: LoaderDefinition<string, Row>,
  at: InSite,
  id: string,
  what: string,
): Promise<{ row: Row; site: SiteRow }> {
  if (at.siteId !== undefined) await getWritable(ctx, { ...at, siteId: at.siteId })
  const found = await getInSite(ctx.reads, loader, at, id, what)
  requireMayWrite(found.site)
  return found
}

/**
 * The same for a deletion: null when it is already deleted, for a caller who could have deleted it. `resource`
 * is the first part of its event types.
 */
export async function findDeletablePart<Row extends { siteId: string }>(
  ctx: WriteContext,
  loader: LoaderDefinition<string, Row>,
  at: InSite,
  { id, resource, what }: { id: string; resource: string; what: string },
): Promise<{ row: Row; site: SiteRow } | null> {
  if (at.siteId !== undefined) await getWritable(ctx, { ...at, siteId: at.siteId })
  const found = await findInSite(ctx.reads, loader, at, id)
  if (found) {
    requireMayWrite(found.site)
    return found
  }
  if (at.siteId === undefined) {
    await requireFormerWriter(ctx, (await formerPlaceOf(ctx.reads, resource, id))?.organizationId, what)
  }
  return null
}

/**
 * Locks the site, and reads the row again: another change may have moved or removed it during the wait.
 */
export async function lockedRow<Row extends { siteId: string }>(
  ctx: WriteContext,
  loader: LoaderDefinition<string, Row>,
  row: Row & { id: string },
  what: string,
): Promise<Row> {
  await lockSite(ctx, row.siteId)
  ctx.reads.forget()
  return (await getInSite(ctx.reads, loader, { siteId: row.siteId }, row.id, what)).row
}

/** A space that the caller can put on the site. Its row is locked, so that it is not deleted meanwhile. */
export async function requirePlaceable(ctx: WriteContext, site: SiteRow, spaceId: string): Promise<Space> {
  await ctx.tx.$queryRaw`SELECT 1 FROM "Space" WHERE "id" = ${spaceId} FOR SHARE`
  const space = await ctx.reads.load(spaceById, spaceId)
  if (space?.organizationId !== site.organizationId) {
    throw invalidField('spaceId', `there is no space ${spaceId} in the organization of this site`)
  }
  if (!mayManage(await reachOf(ctx.reads, spaceId))) {
    throw forbidden('You need the create role or higher in this space to put it on a site.')
  }
  return space
}

/** A space is at most once in a section, or in a site without sections. */
export async function requireNewAmong(ctx: WriteContext, parentId: string, spaceId: string): Promise<void> {
  if (await ctx.tx.siteSpace.findFirst({ where: { parentId, spaceId }, select: { id: true } })) {
    throw new DomainError(
      'conflict',
      `The space ${spaceId} is already here. Choose another space or section.`,
    )
  }
}

/** The limit covers sections and groups together. */
export async function requireRoomForSection(ctx: WriteContext, siteId: string): Promise<void> {
  const [sections, groups] = [
    await ctx.tx.siteSection.count({ where: { siteId } }),
    await ctx.tx.siteSectionGroup.count({ where: { siteId } }),
  ]
  if (sections + groups < MAX_SECTIONS) return
  throw new DomainError(
    'conflict',
    `A site can have at most ${MAX_SECTIONS} sections and groups. Delete one first, or create another site.`,
  )
}

/** The unique indexes on paths are what decides. */
export function pathTaken(error: unknown): never {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
    throw new DomainError('conflict', 'This path is used by a sibling. Choose another one.')
  }
  throw error
}

export function emitAbout(
  ctx: WriteContext,
  { id: site, organizationId }: SiteRow,
  type: EventType,
  id: string,
  spaceId?: string,
): void {
  const resource = type.slice(0, type.indexOf('.'))
  ctx.emit({ organizationId, ...(spaceId ? { spaceId } : {}), type, subject: { [resource]: id, site } })
}
