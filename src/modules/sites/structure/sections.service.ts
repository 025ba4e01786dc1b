import { invalidField, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { keyAt } from '../../../core/order-keys.ts'
import { freeSlug, slugOf } from '../../../core/slugs.ts'

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
  requirePlaceable,
  requireRoomForSection,
} from './changes.ts'
import { chooseInParent, settleDefaultSection } from './defaults.ts'
import { sectionsOfGroup, sectionsOfSite } from './lists.ts'
import { topItems } from './positions.ts'
import type { SectionRow } from './rows.ts'
import type { Placed } from './site-spaces.service.ts'
import { getInSite, groupById, sectionById, siteSpaceById } from './structure.loaders.ts'
import {
  AddSection,
  DeleteSection,
  GetGroup,
  GetSection,
  ListSections,
  UpdateSection,
} from './structure.model.ts'

const WHAT = 'This section'

export const listSections = listOperation({
  id: 'siteSections.list',
  input: ListSections,
  filters: NoFilters,
  scope: 'site:read',
  parent: (ctx, at) => getSiteRow(ctx.reads, at),
  list: () => sectionsOfSite,
})

export const listGroupSections = listOperation({
  id: 'siteSections.listInGroup',
  input: GetGroup,
  filters: NoFilters,
  scope: 'site:read',
  parent: async (ctx, { siteSectionGroupId, ...at }) =>
    (await getInSite(ctx.reads, groupById, at, siteSectionGroupId, 'This section group')).row,
  list: () => sectionsOfGroup,
})

export const getSection = operation({
  id: 'siteSections.get',
  input: GetSection,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { siteSectionId, ...at }) => getInSite(ctx.reads, sectionById, at, siteSectionId, WHAT),
  run: async (_ctx, _input, found): Promise<Placed<SectionRow>> => ({ ...found, version: found.row.version }),
})

/** The row after this transaction's own writes. */
export async function readSection(ctx: WriteContext, site: SiteRow, id: string): Promise<Placed<SectionRow>> {
  ctx.reads.forget()
  const row = await ctx.reads.load(sectionById, id)
  if (!row) throw notFound(WHAT)
  return { row, site, version: row.version }
}

/** Adds a section with a space. The first section of a site takes in the site spaces that the site has. */
export const addSection = operation({
  id: 'siteSections.add',
  input: AddSection,
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, { organizationId, siteId, spaceId }) => {
    const site = await getWritable(ctx, { organizationId, siteId })
    await requirePlaceable(ctx, site, spaceId)
    return site
  },
  run: async (ctx, { spaceId, title, icon }, site) => {
    await lockSite(ctx, site.id)
    ctx.reads.forget()
    const space = await requirePlaceable(ctx, site, spaceId)
    await requireRoomForSection(ctx, site.id)
    const id = newId('SiteSection')
    const name = title ?? space.title
    await ctx.tx.siteSection.create({
      data: {
        id,
        siteId: site.id,
        parentId: site.id,
        title: name,
        icon: icon ?? null,
        path: await freePath(ctx, site.id, name),
        orderKey: await keyAt(ctx.reads.db, topItems(site.id), async () => null),
        createdAt: ctx.now(),
      },
    })
    await settleDefaultSection(ctx, site.id)
    await ctx.tx.siteSpace.updateMany({
      where: { parentId: site.id },
      data: { sectionId: id, parentId: id },
    })
    const isThere = await ctx.tx.siteSpace.findFirst({ where: { parentId: id, spaceId } })
    if (!isThere) await appendSiteSpaces(ctx, { siteId: site.id, sectionId: id }, [space])
    emitAbout(ctx, site, 'site_section.created', id)
    return readSection(ctx, site, id)
  },
})

/** A path made from a title that no other section of the site has. */
async function freePath(ctx: WriteContext, siteId: string, title: string): Promise<string> {
  const rows = await ctx.tx.siteSection.findMany({ where: { siteId }, select: { path: true } })
  return freeSlug(slugOf(title), new Set(rows.map(({ path }) => path)))
}

export const updateSection = operation({
  id: 'siteSections.update',
  input: UpdateSection,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSectionId, organizationId, siteId }) =>
    getWritablePart(ctx, sectionById, { organizationId, siteId }, siteSectionId, WHAT),
  changes: ({ row }) => rowOf('SiteSection', row),
  run: async (ctx, input, { row: seen, site }) => {
    const { title, path, description, icon, condition, defaultSiteSpace } = input
    const row = await lockedRow(ctx, sectionById, seen, WHAT)
    if (defaultSiteSpace !== undefined) {
      const chosen = await ctx.reads.load(siteSpaceById, defaultSiteSpace)
      if (chosen?.sectionId !== row.id) {
        throw invalidField('defaultSiteSpace', `there is no site space ${defaultSiteSpace} in this section`)
      }
      await chooseInParent(ctx, chosen)
    }
    const given = { title, path, icon, condition, description: description === '' ? null : description }
    const data = Object.fromEntries(
      Object.entries(given).filter(
        ([name, value]) => value !== undefined && value !== row[name as keyof typeof given],
      ),
    )
    if ('condition' in data) {
      await requirePublishable(
        ctx,
        { siteId: site.id, sectionId: row.id },
        'change the condition of this section',
      )
    }
    if (Object.keys(data).length > 0) {
      await ctx.tx.siteSection.update({ where: { id: row.id }, data }).catch(pathTaken)
    }
    if (Object.keys(data).length > 0 || defaultSiteSpace !== undefined) {
      emitAbout(ctx, site, 'site_section.updated', row.id)
    }
    return readSection(ctx, site, row.id)
  },
})

/** Deletes a section with its site spaces. The spaces stay. */
export const deleteSection = operation({
  id: 'siteSections.delete',
  input: DeleteSection,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSectionId: id, ...at }) =>
    findDeletablePart(ctx, sectionById, at, { id, resource: 'site_section', what: WHAT }),
  changes: (found) => rowOf('SiteSection', found?.row),
  run: async (ctx, { siteSectionId }, found) => {
    if (!found) return { deletedId: siteSectionId, existed: false }
    await lockSite(ctx, found.site.id)
    ctx.reads.forget()
    const row = await ctx.reads.load(sectionById, siteSectionId)
    if (!row) return { deletedId: siteSectionId, existed: false }
    await ctx.tx.siteSection.delete({ where: { id: row.id } })
    await settleDefaultSection(ctx, found.site.id, { orderKey: row.topKey, id: row.topId })
    emitAbout(ctx, found.site, 'site_section.deleted', row.id)
    return { deletedId: siteSectionId, existed: true }
  },
})
