import { holdsScope } from '../../core/access/viewer.ts'
import { DomainError } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { statement } from '../../platform/statements/statement.ts'
import { mayManage, reachOf, spaceById } from '../spaces/index.ts'
import { lockSite } from './sites.changes.ts'
import { getSiteRow } from './sites.loaders.ts'
import { SiteVisibility, type UpdateSite } from './sites.model.ts'

/** The number of spaces that an error names. */
const MAX_NAMED = 5

const PLACED = statement<{ id: string }>({
  name: 'spacesToPublish',
  text: `SELECT DISTINCT x."spaceId" AS "id" FROM "SiteSpace" x JOIN "Space" s ON s."id" = x."spaceId"
    WHERE x."siteId" = $1 AND ($2::text IS NULL OR x."sectionId" = $2) AND ($3::text IS NULL OR x."id" = $3)
      AND s."deletedAt" IS NULL`,
})

/** What a change concerns: a whole site, or one of its sections or site spaces. */
interface Part {
  siteId: string
  sectionId?: string
  siteSpaceId?: string
}

/**
 * Throws precondition_failed unless the caller could put every space of a site, or of a part of it, on a site: a change
 * that makes the site more public publishes these spaces again. Called under the lock on the site, so that no space is
 * added meanwhile. Spaces that the caller cannot see are neither named nor counted.
 */
export async function requirePublishable(
  ctx: WriteContext,
  { siteId, sectionId, siteSpaceId }: Part,
  change: string,
): Promise<void> {
  const placed = await ctx.reads.db.query(PLACED, [siteId, sectionId ?? null, siteSpaceId ?? null])
  const ids = placed.map(({ id }) => id)
  const spaces = await ctx.reads.loadMany(spaceById, ids)
  const lacking: string[] = []
  for (const space of spaces) {
    if (space && !mayManage(await reachOf(ctx.reads, space.id))) lacking.push(`"${space.title}"`)
  }
  const hasHidden = spaces.includes(null)
  if (lacking.length === 0 && !hasHidden) return
  const named = holdsScope(ctx.viewer, 'space:read') ? lacking.slice(0, MAX_NAMED) : []
  const others = named.length < lacking.length || hasHidden ? 'at least one that is not named here' : []
  throw new DomainError(
    'precondition_failed',
    `You need the create role or higher in every space that is made more public when you ${change}. It is missing in ${[...named, others].flat().join(' and ')}. Ask for the role, or let a user who has it make this change.`,
  )
}

/**
 * Throws precondition_failed unless the caller can make an update that opens a site to more people, or at another
 * address. The site is locked and read again, because another change may have narrowed it.
 */
export async function requireMayWiden(
  ctx: WriteContext,
  { siteId, visibility, hostname, proxy }: UpdateSite,
): Promise<void> {
  if (!visibility && !hostname && !proxy) return
  await lockSite(ctx, siteId)
  ctx.reads.forget()
  const site = await getSiteRow(ctx.reads, { siteId })
  const changed = [
    ...(visibility && isWider(visibility, SiteVisibility.parse(site.visibility)) ? ['visibility'] : []),
    ...(hostname && hostname !== site.hostname ? ['hostname'] : []),
    ...(proxy && proxy !== site.proxy ? ['proxy'] : []),
  ]
  if (changed.length > 0) await requirePublishable(ctx, { siteId }, `change its ${changed.join(' and ')}`)
}

/** Everyone, everyone who knows the address, and two kinds of chosen readers, of which neither includes the other. */
const WIDTHS: Record<SiteVisibility, number> = { public: 2, unlisted: 1, 'share-link': 0, 'visitor-auth': 0 }

const isWider = (given: SiteVisibility, before: SiteVisibility): boolean =>
  given !== before && WIDTHS[given] >= WIDTHS[before]
