import { notFound } from '../../../core/errors.ts'
import type { WriteContext } from '../../../core/operations/context.ts'
import { operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { requirePublishable } from '../publishable.ts'
import { getWritable, lockSite } from '../sites.changes.ts'
import { getSiteRow, type SiteRow } from '../sites.loaders.ts'
import { emitAbout, getWritablePart, type InSite, pathTaken, requireNewAmong } from './changes.ts'
import { settleDefaultSiteSpaces } from './defaults.ts'
import { readGroup } from './groups.service.ts'
import {
  type Destination,
  destinationOf,
  findItem,
  keyFor,
  sectionSiblings,
  siblingsOfSiteSpace,
  tables,
  topItems,
} from './positions.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from './rows.ts'
import { readSection } from './sections.service.ts'
import { type Placed, readSiteSpace } from './site-spaces.service.ts'
import { groupById, type Structure, sectionById, siteSpaceById, structureOf } from './structure.loaders.ts'
import {
  GetStructure,
  type Item,
  type ItemPosition,
  MoveGroup,
  MoveSection,
  MoveSiteSpace,
  SortStructure,
} from './structure.model.ts'

export const getStructure = operation({
  id: 'siteStructure.get',
  input: GetStructure,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { shareKey: _shareKey, ...at }) => getSiteRow(ctx.reads, at),
  run: async (ctx, { shareKey }, site): Promise<Structure & { shareKey: string | undefined }> => ({
    ...(await structureOf(ctx.reads, site)),
    shareKey,
  }),
})

/** A moved item, as what it is. */
export type Moved =
  | ({ type: 'site-space' } & Placed<SiteSpaceRow>)
  | ({ type: 'site-section' } & Placed<SectionRow>)
  | ({ type: 'site-section-group' } & Placed<GroupRow>)

/**
 * Moves an item next to another one, into its section or group if that is another, or to the end of where it
 * is. Under the lock on the site, so that moves at the same time are done one after the other.
 */
async function moveItem(
  ctx: WriteContext,
  site: SiteRow,
  item: Item,
  position: ItemPosition,
): Promise<Moved> {
  await lockSite(ctx, site.id)
  ctx.reads.forget()
  const pointer = position.before ?? position.after
  // Both in one statement, where they are of one kind.
  const [row] = await Promise.all([
    findItem(ctx, site.id, item),
    pointer ? findItem(ctx, site.id, pointer) : null,
  ])
  if (!row) throw notFound(`The ${item.type} ${item.id}`)
  const destination = await destinationOf(ctx, site.id, item, position)
  switch (item.type) {
    case 'site-space':
      return moveSiteSpaceTo(ctx, site, row as SiteSpaceRow, destination)
    case 'site-section':
      return moveSectionTo(ctx, site, row as SectionRow, destination)
    case 'site-section-group': {
      const orderKey = await keyFor(ctx, topItems(site.id), destination, row.id)
      await ctx.tx.siteSectionGroup.update({ where: { id: row.id }, data: { orderKey } })
      emitAbout(ctx, site, 'site_section_group.moved', row.id)
      return { type: 'site-section-group', ...(await readGroup(ctx, site, row.id)) }
    }
  }
}

async function moveSiteSpaceTo(
  ctx: WriteContext,
  site: SiteRow,
  row: SiteSpaceRow,
  destination: Destination,
): Promise<Moved> {
  const { parentId, sectionId } = (destination.beside as SiteSpaceRow | null) ?? row
  const orderKey = await keyFor(ctx, siblingsOfSiteSpace({ parentId }), destination, row.id)
  if (parentId === row.parentId) {
    await ctx.tx.siteSpace.update({ where: { id: row.id }, data: { orderKey } })
  } else {
    // The conditions of the two sections can differ.
    await requirePublishable(
      ctx,
      { siteId: site.id, siteSpaceId: row.id },
      'move this site space to another section',
    )
    await requireNewAmong(ctx, parentId, row.spaceId)
    const data = { parentId, sectionId, orderKey, isDefault: false }
    await ctx.tx.siteSpace.update({ where: { id: row.id }, data }).catch(pathTaken)
    await settleDefaultSiteSpaces(ctx, [row, { ...row, parentId, orderKey: '', id: '' }])
  }
  emitAbout(ctx, site, 'site_space.moved', row.id, row.spaceId)
  return { type: 'site-space', ...(await readSiteSpace(ctx, site, row.id)) }
}

async function moveSectionTo(
  ctx: WriteContext,
  site: SiteRow,
  row: SectionRow,
  destination: Destination,
): Promise<Moved> {
  const { beside } = destination
  const groupId = beside ? ('groupId' in beside ? beside.groupId : null) : row.groupId
  const orderKey = await keyFor(ctx, sectionSiblings({ siteId: site.id, groupId }), destination, row.id)
  const data = { groupId, parentId: groupId ?? site.id, orderKey }
  await ctx.tx.siteSection.update({ where: { id: row.id }, data })
  emitAbout(ctx, site, 'site_section.moved', row.id)
  return { type: 'site-section', ...(await readSection(ctx, site, row.id)) }
}

export const sortStructure = operation({
  id: 'siteStructure.sort',
  input: SortStructure,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { organizationId, siteId }) => getWritable(ctx, { organizationId, siteId }),
  changes: (_site, { item }) => rowOf(tables[item.type], item),
  run: (ctx, { item, position }, site) => moveItem(ctx, site, item, position),
})

const writable = async (ctx: WriteContext, at: InSite, item: Item): Promise<SiteRow> => {
  const { organizationId, siteId } = at
  const place = { organizationId, siteId }
  const found =
    item.type === 'site-space'
      ? await getWritablePart(ctx, siteSpaceById, place, item.id, 'This site space')
      : item.type === 'site-section'
        ? await getWritablePart(ctx, sectionById, place, item.id, 'This section')
        : await getWritablePart(ctx, groupById, place, item.id, 'This section group')
  return found.site
}

/** Deprecated: `sortStructure` moves all kinds of items. */
export const moveSiteSpace = operation({
  id: 'siteSpaces.move',
  input: MoveSiteSpace,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, at) => writable(ctx, at, { type: 'site-space', id: at.siteSpaceId }),
  run: (ctx, { siteSpaceId: id, position: { before, after } = {} }, site) =>
    moveItem(
      ctx,
      site,
      { type: 'site-space', id },
      {
        ...(before ? { before: { type: before.type, id: before.siteSpace } } : {}),
        ...(after ? { after: { type: after.type, id: after.siteSpace } } : {}),
      },
    ) as Promise<Extract<Moved, { type: 'site-space' }>>,
})

/** Deprecated as well. */
export const moveSection = operation({
  id: 'siteSections.move',
  input: MoveSection,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, at) => writable(ctx, at, { type: 'site-section', id: at.siteSectionId }),
  run: (ctx, { siteSectionId: id, position: { before, after } = {} }, site) =>
    moveItem(
      ctx,
      site,
      { type: 'site-section', id },
      {
        ...(before ? { before: { type: before.type, id: before.siteSection } } : {}),
        ...(after ? { after: { type: after.type, id: after.siteSection } } : {}),
      },
    ) as Promise<Extract<Moved, { type: 'site-section' }>>,
})

/** Deprecated as well. */
export const moveGroup = operation({
  id: 'siteSectionGroups.move',
  input: MoveGroup,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, at) => writable(ctx, at, { type: 'site-section-group', id: at.siteSectionGroupId }),
  run: (ctx, { siteSectionGroupId: id, position = {} }, site) =>
    moveItem(ctx, site, { type: 'site-section-group', id }, position) as Promise<
      Extract<Moved, { type: 'site-section-group' }>
    >,
})
