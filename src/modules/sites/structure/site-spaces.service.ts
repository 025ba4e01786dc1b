import { invalidField, notFound } from '../../../core/errors.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { requirePublishable } from '../publishable.ts'
import { getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow, type SiteRow } from '../sites.loaders.ts'
import { appendSiteSpaces } from './append-site-spaces.ts'
import {
  emitAbout,
  findDeletablePart,
  getWritablePart,
  lockedRow,
  pathTaken,
  requireNewAmong,
  requirePlaceable,
} from './changes.ts'
import { settleDefaultSiteSpaces } from './defaults.ts'
import { siteSpacesOfSection, siteSpacesOfSite } from './lists.ts'
import type { SiteSpaceRow } from './rows.ts'
import { getInSite, sectionById, siteSpaceById } from './structure.loaders.ts'
import {
  AddSiteSpace,
  DeleteSiteSpace,
  GetSection,
  GetSiteSpace,
  ListSiteSpaces,
  SiteSpaceFilters,
  UpdateSiteSpace,
} from './structure.model.ts'

const WHAT = 'This site space'

/** A part of a site as operations return it. */
export interface Placed<Row> {
  row: Row
  site: SiteRow
  version: number
}

export const listSiteSpaces = listOperation({
  id: 'siteSpaces.list',
  input: ListSiteSpaces,
  filters: SiteSpaceFilters,
  scope: 'site:read',
  parent: (ctx, at) => getSiteRow(ctx.reads, at),
  list: () => siteSpacesOfSite,
})

export const listSectionSiteSpaces = listOperation({
  id: 'siteSpaces.listInSection',
  input: GetSection,
  filters: NoFilters,
  scope: 'site:read',
  parent: async (ctx, { siteSectionId, ...at }) =>
    (await getInSite(ctx.reads, sectionById, at, siteSectionId, 'This section')).row,
  list: () => siteSpacesOfSection,
})

export const getSiteSpace = operation({
  id: 'siteSpaces.get',
  input: GetSiteSpace,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { siteSpaceId, ...at }) => getInSite(ctx.reads, siteSpaceById, at, siteSpaceId, WHAT),
  run: async (_ctx, _input, found): Promise<Placed<SiteSpaceRow>> => ({
    ...found,
    version: found.row.version,
  }),
})

/** The row after this transaction's own writes. */
export async function readSiteSpace(
  ctx: WriteContext,
  site: SiteRow,
  id: string,
): Promise<Placed<SiteSpaceRow>> {
  ctx.reads.forget()
  const row = await ctx.reads.load(siteSpaceById, id)
  if (!row) throw notFound(WHAT)
  return { row, site, version: row.version }
}

export const addSiteSpace = operation({
  id: 'siteSpaces.add',
  input: AddSiteSpace,
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, { spaceId, sectionId: _section, ...at }) => {
    const site = await getWritable(ctx, at)
    await requirePlaceable(ctx, site, spaceId)
    return site
  },
  run: async (ctx, { spaceId, sectionId }, site) => {
    await lockSite(ctx, site.id)
    ctx.reads.forget()
    const space = await requirePlaceable(ctx, site, spaceId)
    const section = await ctx.tx.siteSection.findFirst({
      where: { siteId: site.id, ...(sectionId === undefined ? { isDefault: true } : { id: sectionId }) },
    })
    if (sectionId !== undefined && !section) {
      throw invalidField('sectionId', `there is no section ${sectionId} in this site`)
    }
    await requireNewAmong(ctx, section?.id ?? site.id, spaceId)
    const container = { siteId: site.id, sectionId: section?.id ?? null }
    const [id = ''] = await appendSiteSpaces(ctx, container, [space])
    emitAbout(ctx, site, 'site_space.added', id, spaceId)
    return readSiteSpace(ctx, site, id)
  },
})

export const updateSiteSpace = operation({
  id: 'siteSpaces.update',
  input: UpdateSiteSpace,
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, { siteSpaceId, spaceId, organizationId, siteId }) => {
    const found = await getWritablePart(ctx, siteSpaceById, { organizationId, siteId }, siteSpaceId, WHAT)
    if (spaceId !== undefined) await requirePlaceable(ctx, found.site, spaceId)
    return found
  },
  changes: ({ row }) => rowOf('SiteSpace', row),
  run: async (ctx, { path, condition, spaceId }, { row: seen, site }) => {
    const row = await lockedRow(ctx, siteSpaceById, seen, WHAT)
    const isOther = spaceId !== undefined && spaceId !== row.spaceId
    if (isOther) {
      await requirePlaceable(ctx, site, spaceId)
      await requireNewAmong(ctx, row.parentId, spaceId)
    }
    const data = {
      ...(path === undefined || path === row.path ? {} : { path }),
      ...(condition === undefined || condition === row.condition ? {} : { condition }),
      ...(isOther ? { spaceId } : {}),
    }
    if (data.condition !== undefined) {
      await requirePublishable(
        ctx,
        { siteId: site.id, siteSpaceId: row.id },
        'change the condition of this site space',
      )
    }
    if (Object.keys(data).length > 0) {
      await ctx.tx.siteSpace.update({ where: { id: row.id }, data }).catch(pathTaken)
      emitAbout(ctx, site, 'site_space.updated', row.id, spaceId ?? row.spaceId)
    }
    return readSiteSpace(ctx, site, row.id)
  },
})

/** Takes a space off a site. The space stays. */
export const deleteSiteSpace = operation({
  id: 'siteSpaces.delete',
  input: DeleteSiteSpace,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSpaceId: id, ...at }) =>
    findDeletablePart(ctx, siteSpaceById, at, { id, resource: 'site_space', what: WHAT }),
  changes: (found) => rowOf('SiteSpace', found?.row),
  run: async (ctx, { siteSpaceId }, found) => {
    if (!found) return { deletedId: siteSpaceId, existed: false }
    await lockSite(ctx, found.site.id)
    const row = await ctx.tx.siteSpace.findUnique({ where: { id: siteSpaceId } })
    if (!row) return { deletedId: siteSpaceId, existed: false }
    await ctx.tx.siteSpace.delete({ where: { id: row.id } })
    await settleDefaultSiteSpaces(ctx, [row])
    emitAbout(ctx, found.site, 'site_space.deleted', row.id, row.spaceId)
    return { deletedId: siteSpaceId, existed: true }
  },
})
