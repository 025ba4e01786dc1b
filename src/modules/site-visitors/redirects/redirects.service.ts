import { DomainError, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { decodedPath } from '../../site-addresses/index.ts'
import type { Addressed, Placed } from '../../sites/index.ts'
import {
  emitAbout,
  findDeletablePart,
  getInSite,
  getSiteRow,
  getWritable,
  getWritablePart,
  lockedRow,
  lockSite,
  type SiteRow,
} from '../../sites/index.ts'
import { getSiteOfReader, type ReadSite } from '../reader-token.ts'
import { destinationFor } from '../resolving/resolving.service.ts'
import { segmentsOfPlace } from '../resolving/resolving.urls.ts'
import { requireDestination } from './destinations.ts'
import { requireNoLoop, type WrittenRedirect } from './loops.ts'
import {
  destinationOf,
  type FoundRedirect,
  redirectAt,
  redirectById,
  redirectsOfSite,
} from './redirects.loaders.ts'
import {
  CreateRedirect,
  DeleteRedirect,
  FindRedirect,
  GetRedirect,
  ListRedirects,
  MAX_REDIRECTS,
  RedirectFilters,
  UpdateRedirect,
} from './redirects.model.ts'
import { type Target, targetFor } from './targets.ts'

const WHAT = 'This redirect'

type PlacedRedirect = Placed<SiteRedirect>

/** A redirect, where it leads, and the share key that the address of that needs. */
export interface FoundTarget {
  site: Addressed
  row: SiteRedirect
  version: number
  target: Target
  shareKey?: string | undefined
}

const placed = (site: SiteRow, row: SiteRedirect): PlacedRedirect => ({ site, row, version: row.version })

export const listRedirects = listOperation({
  id: 'siteRedirects.list',
  input: ListRedirects,
  filters: RedirectFilters,
  scope: 'site:read',
  parent: (ctx, at) => getSiteRow(ctx.reads, at),
  list: () => redirectsOfSite,
})

export const getRedirect = operation({
  id: 'siteRedirects.get',
  input: GetRedirect,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { siteRedirectId, ...at }) => getInSite(ctx.reads, redirectById, at, siteRedirectId, WHAT),
  run: async (_ctx, _input, { site, row }) => placed(site, row),
})

/** The redirect that means a path, and where it leads: for a member, or for the reader of the site. */
export const findRedirect = operation({
  id: 'siteRedirects.find',
  forReaders: true,
  input: FindRedirect,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { organizationId, siteId }): Promise<SiteRow | ReadSite> =>
    ctx.viewer.reader
      ? getSiteOfReader(ctx.reads.db, ctx.viewer.reader, { organizationId, siteId })
      : getSiteRow(ctx.reads, { organizationId, siteId }),
  run: async ({ reads }, { source, shareKey }, of): Promise<FoundTarget> => {
    const site = 'visitor' in of ? of.site : of
    const path = decodedPath(source) ?? []
    const found = await redirectAt(reads.db, site.id, path)
    const shown =
      found &&
      ('visitor' in of ? await shownToReader(reads.db, of, found, path) : await shownToMember(reads, found))
    if (!shown) throw notFound(`A redirect from ${source}`)
    return { ...shown, site, version: shown.row.version, shareKey }
  },
})

type Shown = Pick<FoundTarget, 'row' | 'target'>

async function shownToMember(reads: RequestLoaders, found: FoundRedirect): Promise<Shown | null> {
  const row = await reads.load(redirectById, found.row.id)
  const target = row && (await targetFor(reads, row, found.captured))
  return target ? { row, target } : null
}

async function shownToReader(
  db: Queryable,
  { site, visitor }: ReadSite,
  found: FoundRedirect,
  path: readonly string[],
): Promise<Shown | null> {
  const audience = { audience: 'visitor' as const, site, visitor }
  const to = await destinationFor({ db }, audience, { site, shareKey: undefined }, found, path)
  if (!to) return null
  return {
    row: found.row,
    target: to.kind === 'elsewhere' ? { url: to.url } : { segments: segmentsOfPlace(to) },
  }
}

export const createRedirect = operation({
  id: 'siteRedirects.create',
  input: CreateRedirect,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { organizationId, siteId }) => getWritable(ctx, { organizationId, siteId }),
  run: async (ctx, { destination: given, source, captureWildcard, draft, permanent }, site) => {
    const destination = await requireDestination(ctx, site, given)
    await lockSite(ctx, site.id)
    const others = await ctx.tx.siteRedirect.findMany({ where: { siteId: site.id } })
    if (others.length >= MAX_REDIRECTS) {
      throw new DomainError(
        'conflict',
        `A site can have at most ${MAX_REDIRECTS} redirects. Delete one first.`,
      )
    }
    const written = { source, destination, captureWildcard, draft, permanent }
    requireFree(others, written)
    await requireNoLoop(ctx, site, written, others)
    const id = newId('SiteRedirect')
    const now = ctx.now()
    await ctx.tx.siteRedirect.create({
      data: { id, siteId: site.id, ...columnsOf(written), createdAt: now, updatedAt: now },
    })
    emitAbout(ctx, site, 'site_redirect.created', id)
    return readRedirect(ctx, site, id)
  },
})

export const updateRedirect = operation({
  id: 'siteRedirects.update',
  input: UpdateRedirect,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteRedirectId, organizationId, siteId }) =>
    getWritablePart(ctx, redirectById, { organizationId, siteId }, siteRedirectId, WHAT),
  changes: ({ row }) => rowOf('SiteRedirect', row),
  run: async (ctx, { destination: given, ...changed }, { row: seen, site }) => {
    const destination = given && (await requireDestination(ctx, site, given))
    const row = await lockedRow(ctx, redirectById, seen, WHAT)
    const written = {
      source: changed.source ?? row.source,
      destination: destination ?? destinationOf(row),
      captureWildcard: changed.captureWildcard ?? row.captureWildcard,
      draft: changed.draft ?? row.draft,
      permanent: changed.permanent ?? row.permanent,
    }
    const others = await ctx.tx.siteRedirect.findMany({ where: { siteId: site.id, id: { not: row.id } } })
    requireFree(others, written)
    await requireNoLoop(ctx, site, written, others)
    const data = columnsOf(written)
    if (Object.entries(data).some(([name, value]) => row[name as keyof typeof data] !== value)) {
      await ctx.tx.siteRedirect.update({ where: { id: row.id }, data: { ...data, updatedAt: ctx.now() } })
      emitAbout(ctx, site, 'site_redirect.updated', row.id)
    }
    return readRedirect(ctx, site, row.id)
  },
})

/** Returns whether it existed: deleting a redirect that is already deleted succeeds. */
export const deleteRedirect = operation({
  id: 'siteRedirects.delete',
  input: DeleteRedirect,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteRedirectId: id, ...at }) =>
    findDeletablePart(ctx, redirectById, at, { id, resource: 'site_redirect', what: WHAT }),
  changes: (found) => rowOf('SiteRedirect', found?.row),
  run: async (ctx, { siteRedirectId: id }, found) => {
    const { count } = found ? await ctx.tx.siteRedirect.deleteMany({ where: { id } }) : { count: 0 }
    if (found && count > 0) emitAbout(ctx, found.site, 'site_redirect.deleted', id)
    return { deletedId: id, existed: count > 0 }
  },
})

function requireFree(others: readonly SiteRedirect[], { source, draft }: WrittenRedirect): void {
  if (others.every((other) => other.source !== source || other.draft !== draft)) return
  const what = draft ? 'a draft of a redirect' : 'a redirect'
  throw new DomainError('conflict', `There is already ${what} from ${source}. Change that one.`)
}

export const columnsOf = ({ destination, ...rest }: WrittenRedirect) => ({
  ...rest,
  kind: destination.kind === 'external' ? 'url' : destination.kind,
  sectionId: 'siteSectionId' in destination ? destination.siteSectionId : null,
  siteSpaceId: 'siteSpaceId' in destination ? destination.siteSpaceId : null,
  pageId: 'pageId' in destination ? destination.pageId : null,
  url: 'url' in destination ? destination.url : null,
})

/** The row after this transaction's own writes. */
async function readRedirect(ctx: WriteContext, site: SiteRow, id: string): Promise<PlacedRedirect> {
  ctx.reads.forget()
  return placed(site, (await getInSite(ctx.reads, redirectById, { siteId: site.id }, id, WHAT)).row)
}
