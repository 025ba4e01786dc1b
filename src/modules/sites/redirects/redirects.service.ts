import { DomainError, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import type { SiteRedirect } from '../../../generated/prisma/client.ts'
import { getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow, type SiteRow } from '../sites.loaders.ts'
import { emitAbout, findDeletablePart, getWritablePart, lockedRow } from '../structure/changes.ts'
import type { Placed } from '../structure/site-spaces.service.ts'
import { getInSite } from '../structure/structure.loaders.ts'
import { requireDestination, requireNoLoop } from './loops.ts'
import { destinationOf, findRedirectOf, redirectById, redirectsOfSite } from './redirects.loaders.ts'
import {
  CreateRedirect,
  DeleteRedirect,
  type Destination,
  FindRedirect,
  GetRedirect,
  ListRedirects,
  MOST_REDIRECTS,
  UpdateRedirect,
} from './redirects.model.ts'

const WHAT = 'This redirect'

type PlacedRedirect = Placed<SiteRedirect>

const placed = (site: SiteRow, row: SiteRedirect): PlacedRedirect => ({ site, row, version: row.version })

export const listRedirects = listOperation({
  id: 'siteRedirects.list',
  input: ListRedirects,
  filters: NoFilters,
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

/** The redirect of a path. */
export const findRedirect = operation({
  id: 'siteRedirects.find',
  input: FindRedirect,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { source: _source, ...at }) => getSiteRow(ctx.reads, at),
  run: async (ctx, { source }, site) => {
    const row = await findRedirectOf(ctx.reads, site.id, source)
    if (!row) throw notFound(`A redirect from ${source}`)
    return placed(site, row)
  },
})

export const createRedirect = operation({
  id: 'siteRedirects.create',
  input: CreateRedirect,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { organizationId, siteId }) => getWritable(ctx, { organizationId, siteId }),
  run: async (ctx, { source, destination }, site) => {
    await requireDestination(ctx, site, destination)
    await lockSite(ctx, site.id)
    const others = await ctx.tx.siteRedirect.findMany({ where: { siteId: site.id } })
    if (others.length >= MOST_REDIRECTS) {
      throw new DomainError(
        'conflict',
        `A site can have at most ${MOST_REDIRECTS} redirects. Delete one first.`,
      )
    }
    requireFree(others, source)
    await requireNoLoop(ctx, site, { source, destination }, others)
    const id = newId('SiteRedirect')
    const now = ctx.now()
    await ctx.tx.siteRedirect.create({
      data: { id, siteId: site.id, source, ...columnsOf(destination), createdAt: now, updatedAt: now },
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
  run: async (ctx, { source: given, destination: changed }, { row: seen, site }) => {
    if (changed) await requireDestination(ctx, site, changed)
    const row = await lockedRow(ctx, redirectById, seen, WHAT)
    const source = given ?? row.source
    const destination = changed ?? destinationOf(row)
    const others = await ctx.tx.siteRedirect.findMany({ where: { siteId: site.id, id: { not: row.id } } })
    requireFree(others, source)
    await requireNoLoop(ctx, site, { source, destination }, others)
    const data = { source, ...columnsOf(destination) }
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

function requireFree(others: readonly SiteRedirect[], source: string): void {
  if (others.every((other) => other.source !== source)) return
  throw new DomainError('conflict', `There is already a redirect from ${source}. Change that one.`)
}

const columnsOf = ({ kind, siteSection, siteSpace, page, url }: Destination) => ({
  kind,
  sectionId: siteSection ?? null,
  siteSpaceId: siteSpace ?? null,
  pageId: page ?? null,
  url: url ?? null,
})

/** The row after this transaction's own writes. */
async function readRedirect(ctx: WriteContext, site: SiteRow, id: string): Promise<PlacedRedirect> {
  ctx.reads.forget()
  return placed(site, (await getInSite(ctx.reads, redirectById, { siteId: site.id }, id, WHAT)).row)
}
