import { holdsScope } from '../../../../core/access/viewer.ts'
import type { View } from '../../../../rest/route.ts'
import { toRestSpace } from '../../../spaces/index.ts'
import type { SiteRow } from '../../sites.loaders.ts'
import type { GroupRow, SectionRow, SiteSpaceRow } from '../rows.ts'
import type { Moved } from '../sorting.service.ts'
import { type Structure, sectionsOfGroups, siteSpacesIn } from '../structure.loaders.ts'
import {
  type GroupShape,
  groupShape,
  type SectionShape,
  type Showing,
  type SiteSpaceShape,
  type StructureShape,
  sectionShape,
  siteSpaceShape,
} from './shapes.ts'

const showing = (site: SiteRow, { urls }: View, shareKey?: string): Showing => ({
  site,
  urls,
  shareKey,
  hasConditions: true,
})

export async function toRestSiteSpace(
  site: SiteRow,
  row: SiteSpaceRow,
  view: View,
  shareKey?: string,
): Promise<SiteSpaceShape> {
  const { viewer } = view.caller
  const shared = shareKey === undefined ? row.space : { ...row.space, shareKey }
  const space = viewer && holdsScope(viewer, 'space:read') ? await toRestSpace(shared, view) : undefined
  return siteSpaceShape(showing(site, view, shareKey), row, space)
}

export const toRestSiteSpaces = (
  site: SiteRow,
  rows: readonly SiteSpaceRow[],
  view: View,
  shareKey?: string,
) => Promise.all(rows.map((row) => toRestSiteSpace(site, row, view, shareKey)))

export async function toRestSection(
  site: SiteRow,
  row: SectionRow,
  view: View,
  shareKey?: string,
): Promise<SectionShape> {
  const siteSpaces = (await view.caller.load(siteSpacesIn, row.id)) ?? []
  return sectionShape(
    showing(site, view, shareKey),
    row,
    await toRestSiteSpaces(site, siteSpaces, view, shareKey),
    siteSpaces.find(({ isDefault }) => isDefault)?.id,
  )
}

export const toRestSections = (site: SiteRow, rows: readonly SectionRow[], view: View, shareKey?: string) =>
  Promise.all(rows.map((row) => toRestSection(site, row, view, shareKey)))

export async function toRestGroup(
  site: SiteRow,
  row: GroupRow,
  view: View,
  { known, shareKey }: { known?: SectionRow[] | undefined; shareKey?: string | undefined } = {},
): Promise<GroupShape> {
  const sections = known ?? (await view.caller.load(sectionsOfGroups, row.id)) ?? []
  return groupShape(row, await toRestSections(site, sections, view, shareKey))
}

export async function toRestStructure(
  structure: Structure,
  view: View,
  shareKey?: string,
): Promise<StructureShape> {
  const { site, type, top, inGroups } = structure
  if (type === 'siteSpaces') {
    const own = (await view.caller.load(siteSpacesIn, site.id)) ?? []
    return { type, structure: await toRestSiteSpaces(site, own, view, shareKey) }
  }
  const items = top.map((item) =>
    'group' in item
      ? toRestGroup(site, item.group, view, { known: inGroups.get(item.group.id), shareKey })
      : toRestSection(site, item.section, view, shareKey),
  )
  return { type, structure: await Promise.all(items) }
}

export const toRestMoved = (moved: Moved, view: View) => {
  if (moved.type === 'site-space') return toRestSiteSpace(moved.site, moved.row, view)
  if (moved.type === 'site-section') return toRestSection(moved.site, moved.row, view)
  return toRestGroup(moved.site, moved.row, view)
}
