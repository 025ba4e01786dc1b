import { invalidField, notFound } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { NoFilters } from '../../../core/lists/page.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { listOperation, operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { keyAt, keysAfter, keysAt, lastOf } from '../../../core/order-keys.ts'
import type { SiteSection } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow, type SiteRow } from '../sites.loaders.ts'
import { emitAbout, findDeletablePart, getWritablePart, lockedRow, requireRoomForSection } from './changes.ts'
import { groupsOfSite } from './lists.ts'
import { sectionsIn, topItems } from './positions.ts'
import type { GroupRow } from './rows.ts'
import type { Placed } from './site-spaces.service.ts'
import { getInSite, groupById, sectionById } from './structure.loaders.ts'
import {
  AddGroup,
  AddSectionToGroup,
  DeleteGroup,
  GetGroup,
  ListGroups,
  RemoveSectionFromGroup,
  UpdateGroup,
} from './structure.model.ts'

const WHAT = 'This section group'

export const listGroups = listOperation({
  id: 'siteSectionGroups.list',
  input: ListGroups,
  filters: NoFilters,
  scope: 'site:read',
  parent: (ctx, at) => getSiteRow(ctx.reads, at),
  list: () => groupsOfSite,
})

export const getGroup = operation({
  id: 'siteSectionGroups.get',
  input: GetGroup,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { siteSectionGroupId, ...at }) =>
    getInSite(ctx.reads, groupById, at, siteSectionGroupId, WHAT),
  run: async (_ctx, _input, found): Promise<Placed<GroupRow>> => ({ ...found, version: found.row.version }),
})

/** The row after this transaction's own writes. */
export async function readGroup(ctx: WriteContext, site: SiteRow, id: string): Promise<Placed<GroupRow>> {
  ctx.reads.forget()
  const row = await ctx.reads.load(groupById, id)
  if (!row) throw notFound(WHAT)
  return { row, site, version: row.version }
}

/** Creates a group as the last item of a site, with sections from wherever they are. */
export const addGroup = operation({
  id: 'siteSectionGroups.add',
  input: AddGroup,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { organizationId, siteId }) => getWritable(ctx, { organizationId, siteId }),
  run: async (ctx, { title, icon, sections = [] }, site) => {
    await lockSite(ctx, site.id)
    await requireRoomForSection(ctx, site.id)
    const id = newId('SiteSectionGroup')
    const orderKey = await keyAt(ctx.reads.db, topItems(site.id), async () => null)
    await ctx.tx.siteSectionGroup.create({
      data: { id, siteId: site.id, title, icon: icon ?? null, orderKey, createdAt: ctx.now() },
    })
    await appendSections(ctx, site, id, [...new Set(sections)], 'sections')
    emitAbout(ctx, site, 'site_section_group.created', id)
    return readGroup(ctx, site, id)
  },
})

/** Moves sections to the end of a group, in the order in which they are named. */
async function appendSections(
  ctx: WriteContext,
  site: SiteRow,
  groupId: string,
  ids: readonly string[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return
  const known = await ctx.tx.siteSection.findMany({
    where: { id: { in: [...ids] }, siteId: site.id },
    select: { id: true },
  })
  const missing = ids.find((id) => !known.some((section) => section.id === id))
  if (missing !== undefined) throw invalidField(field, `there is no section ${missing} in this site`)
  const last = await lastOf(ctx.reads.db, sectionsIn(groupId))
  await place(ctx, ids, keysAfter(last?.orderKey ?? null, ids.length), { groupId, parentId: groupId })
}

const PLACE = statement({
  name: 'placeSections',
  text: `UPDATE "SiteSection" c SET "groupId" = $3, "parentId" = $4, "orderKey" = n.key
    FROM unnest($1::text[], $2::text[]) AS n(id, key) WHERE c."id" = n.id`,
})

async function place(
  ctx: WriteContext,
  ids: readonly string[],
  keys: readonly string[],
  { groupId, parentId }: Pick<SiteSection, 'groupId' | 'parentId'>,
): Promise<void> {
  await ctx.reads.db.query(PLACE, [ids, keys, groupId, parentId])
}

export const updateGroup = operation({
  id: 'siteSectionGroups.update',
  input: UpdateGroup,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSectionGroupId, organizationId, siteId }) =>
    getWritablePart(ctx, groupById, { organizationId, siteId }, siteSectionGroupId, WHAT),
  changes: ({ row }) => rowOf('SiteSectionGroup', row),
  run: async (ctx, { title, icon }, { row: seen, site }) => {
    const row = await lockedRow(ctx, groupById, seen, WHAT)
    const data = {
      ...(title === undefined || title === row.title ? {} : { title }),
      ...(icon === undefined || icon === row.icon ? {} : { icon }),
    }
    if (Object.keys(data).length > 0) {
      await ctx.tx.siteSectionGroup.update({ where: { id: row.id }, data })
      emitAbout(ctx, site, 'site_section_group.updated', row.id)
    }
    return readGroup(ctx, site, row.id)
  },
})

/** Deletes a group. Its sections take its place. */
export const deleteGroup = operation({
  id: 'siteSectionGroups.delete',
  input: DeleteGroup,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSectionGroupId: id, ...at }) =>
    findDeletablePart(ctx, groupById, at, { id, resource: 'site_section_group', what: WHAT }),
  changes: (found) => rowOf('SiteSectionGroup', found?.row),
  run: async (ctx, { siteSectionGroupId: id }, found) => {
    if (!found) return { deletedId: id, existed: false }
    const { site } = found
    await lockSite(ctx, site.id)
    const group = await ctx.tx.siteSectionGroup.findUnique({ where: { id } })
    if (!group) return { deletedId: id, existed: false }
    const sections = await ctx.tx.siteSection.findMany({
      where: { groupId: id },
      orderBy: [{ orderKey: 'asc' }, { id: 'asc' }],
      select: { id: true },
    })
    const ids = sections.map((section) => section.id)
    const keys = await keysBehind(ctx, site.id, id, ids.length)
    await place(ctx, ids, keys, { groupId: null, parentId: site.id })
    await ctx.tx.siteSectionGroup.delete({ where: { id } })
    emitAbout(ctx, site, 'site_section_group.deleted', id)
    return { deletedId: id, existed: true }
  },
})

/** Keys for sections that leave a group and follow it. The group is locked, and read again after a renumbering. */
const keysBehind = (ctx: WriteContext, siteId: string, id: string, count: number) =>
  keysAt(
    ctx.reads.db,
    topItems(siteId),
    async () => ({
      side: 'after',
      sibling: await ctx.tx.siteSectionGroup.findUniqueOrThrow({ where: { id } }),
    }),
    { count },
  )

/** Moves a section to the end of a group, from wherever it is. */
export const addSectionToGroup = operation({
  id: 'siteSectionGroups.addSection',
  input: AddSectionToGroup,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteSectionGroupId, organizationId, siteId }) =>
    getWritablePart(ctx, groupById, { organizationId, siteId }, siteSectionGroupId, WHAT),
  run: async (ctx, { sectionId }, { row: seen, site }) => {
    const row = await lockedRow(ctx, groupById, seen, WHAT)
    await appendSections(ctx, site, row.id, [sectionId], 'sectionId')
    emitAbout(ctx, site, 'site_section.moved', sectionId)
    return readGroup(ctx, site, row.id)
  },
})

/** Moves a section out of a group, to directly behind it. */
export const removeSectionFromGroup = operation({
  id: 'siteSectionGroups.removeSection',
  input: RemoveSectionFromGroup,
  scope: 'site:write',
  writes: true,
  authorize: async (ctx, { siteSectionGroupId, siteSectionId, organizationId, siteId }) => {
    const found = await getWritablePart(ctx, groupById, { organizationId, siteId }, siteSectionGroupId, WHAT)
    const section = await ctx.reads.load(sectionById, siteSectionId)
    return { ...found, section: section?.groupId === found.row.id ? section : null }
  },
  changes: ({ section }) => rowOf('SiteSection', section),
  run: async (ctx, { siteSectionId }, { row: seen, site }) => {
    const group = await lockedRow(ctx, groupById, seen, WHAT)
    const section = await ctx.tx.siteSection.findFirst({ where: { id: siteSectionId, groupId: group.id } })
    if (!section)
      return { removedId: siteSectionId, existed: false, ...(await readGroup(ctx, site, group.id)) }
    const keys = await keysBehind(ctx, site.id, group.id, 1)
    await place(ctx, [section.id], keys, { groupId: null, parentId: site.id })
    emitAbout(ctx, site, 'site_section.moved', section.id)
    return { removedId: siteSectionId, existed: true, ...(await readGroup(ctx, site, group.id)) }
  },
})
