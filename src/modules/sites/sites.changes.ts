import { forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import { getSiteRow, reachOfSite, type SiteAt, type SiteRow } from './sites.loaders.ts'
import { mayWriteSite } from './sites.policy.ts'

/** A site that the caller can change: not found when it is invisible, forbidden when it is only visible. */
export async function getWritable(ctx: Context, at: SiteAt): Promise<SiteRow> {
  const site = await getSiteRow(ctx.reads, at)
  requireMayWrite(site)
  return site
}

export function requireMayWrite(site: SiteRow): void {
  if (mayWriteSite(reachOfSite(site))) return
  throw forbidden('You need the create role or higher in the organization to change this site.')
}

/**
 * Locks a site until the transaction ends. Its structure is changed under this lock: positions, paths and
 * defaults depend on rows that a change does not write.
 */
export async function lockSite(ctx: WriteContext, siteId: string): Promise<void> {
  const [row] = await ctx.tx.$queryRaw<
    object[]
  >`SELECT 1 FROM "Site" WHERE "id" = ${siteId} FOR NO KEY UPDATE`
  if (!row) throw notFound('This site')
}

/** The row after this transaction's own writes. */
export async function readAgain(ctx: WriteContext, siteId: string): Promise<SiteRow> {
  ctx.reads.forget()
  return getSiteRow(ctx.reads, { siteId })
}

export function emitAboutSite(
  ctx: WriteContext,
  { id, organizationId }: Pick<SiteRow, 'id' | 'organizationId'>,
  type: EventType,
): void {
  ctx.emit({ organizationId, type, subject: { site: id } })
}
