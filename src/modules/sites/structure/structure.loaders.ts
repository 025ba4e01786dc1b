import { notFound } from '../../../core/errors.ts'
import type { LoaderDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { type SiteRow, siteById } from '../sites.loaders.ts'
import {
  GROUP_COLUMNS,
  type GroupRow,
  joinMember,
  joinSiteSpaces,
  SECTION_COLUMNS,
  SECTIONS,
  type SectionRow,
  SITE_SPACE_COLUMNS,
  type SiteSpaceRow,
  shapeSiteSpace,
  visibleTo,
} from './rows.ts'

const scope = 'site:read' as const

/** Site spaces whose space the viewer can see. */
export const siteSpaceById = loaderById<SiteSpaceRow>({
  name: 'siteSpaceById',
  scope,
  text: `SELECT ${SITE_SPACE_COLUMNS} FROM ${joinSiteSpaces('$2')} WHERE x."id" = ANY($1) AND ${visibleTo('$2')}`,
  shape: shapeSiteSpace,
})

export const sectionById = loaderById<SectionRow>({
  name: 'siteSectionById',
  scope,
  text: `SELECT ${SECTION_COLUMNS} FROM ${SECTIONS} ${joinMember('c', '$2')} WHERE c."id" = ANY($1)`,
})

export const groupById = loaderById<GroupRow>({
  name: 'siteSectionGroupById',
  scope,
  text: `SELECT ${GROUP_COLUMNS} FROM "SiteSectionGroup" g ${joinMember('g', '$2')} WHERE g."id" = ANY($1)`,
})

/** All rows below each parent, in their order, in one statement. The parents were authorized. */
function below<Row>(definition: {
  name: string
  text: string
  parentOf: (row: Row) => string
  shape?: (row: Row, reads: RequestLoaders) => Row
}): LoaderDefinition<string, Row[]> {
  const { name, text, parentOf, shape } = definition
  // The viewer is always a parameter, so that all of these statements have the same ones.
  const ofParents = statement<Row>({ name, text })
  return {
    name,
    scope,
    batch: async (reads, parentIds) => {
      const found = new Map<string, Row[]>(parentIds.map((id) => [id, []]))
      const rows = await reads.db.query(ofParents, [parentIds, reads.viewer.userId])
      for (const row of rows) found.get(parentOf(row))?.push(shape ? shape(row, reads) : row)
      return parentIds.map((id) => found.get(id) ?? [])
    },
  }
}

const FOR_VIEWER = '$2::text IS NOT NULL'

/** The site spaces of sections, or of sites without sections. */
export const siteSpacesIn = below<SiteSpaceRow>({
  name: 'siteSpacesIn',
  text: `SELECT ${SITE_SPACE_COLUMNS} FROM ${joinSiteSpaces('$2')} WHERE x."parentId" = ANY($1) AND ${visibleTo('$2')}
    ORDER BY x."orderKey", x."id"`,
  parentOf: ({ parentId }) => parentId,
  shape: shapeSiteSpace,
})

/** The sections of sites, with and without a group. */
const sectionsIn = below<SectionRow>({
  name: 'siteSectionsIn',
  text: `SELECT ${SECTION_COLUMNS} FROM ${SECTIONS} WHERE c."siteId" = ANY($1) AND ${FOR_VIEWER}
    ORDER BY c."orderKey", c."id"`,
  parentOf: ({ siteId }) => siteId,
})

/** The sections of groups. */
export const sectionsOfGroups = below<SectionRow>({
  name: 'siteSectionsOfGroups',
  text: `SELECT ${SECTION_COLUMNS} FROM ${SECTIONS} WHERE c."parentId" = ANY($1) AND ${FOR_VIEWER}
    ORDER BY c."orderKey", c."id"`,
  parentOf: ({ parentId }) => parentId,
})

const groupsIn = below<GroupRow>({
  name: 'siteSectionGroupsIn',
  text: `SELECT ${GROUP_COLUMNS} FROM "SiteSectionGroup" g WHERE g."siteId" = ANY($1) AND ${FOR_VIEWER}
    ORDER BY g."orderKey", g."id"`,
  parentOf: ({ siteId }) => siteId,
})

/** An item at the top of a site with sections. */
type TopItem = { group: GroupRow } | { section: SectionRow }

export interface Structure {
  site: SiteRow
  type: 'sections' | 'siteSpaces'
  /** The sections without a group and the groups, in their order. Empty for a site without sections. */
  top: TopItem[]
  /** The sections of each group. */
  inGroups: Map<string, SectionRow[]>
}

const placeOf = (item: TopItem) => ('group' in item ? item.group : item.section)

function compare(one: TopItem, other: TopItem): number {
  const [a, b] = [placeOf(one), placeOf(other)]
  if (a.orderKey !== b.orderKey) return a.orderKey < b.orderKey ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** Groups and sections without a group share one order. */
export const inOrderOfTop = <Item extends TopItem>(items: Item[]): Item[] => items.sort(compare)

/** How a site is arranged. Groups without any section are shown unless the site has site spaces of its own. */
export async function structureOf(reads: RequestLoaders, site: SiteRow): Promise<Structure> {
  const [sections, groups] = await Promise.all([
    reads.load(sectionsIn, site.id).then((rows) => rows ?? []),
    reads.load(groupsIn, site.id).then((rows) => rows ?? []),
  ])
  const inGroups = new Map<string, SectionRow[]>(groups.map(({ id }) => [id, []]))
  const top: TopItem[] = groups.map((group) => ({ group }))
  for (const section of sections) {
    const siblings = section.groupId === null ? undefined : inGroups.get(section.groupId)
    if (siblings) siblings.push(section)
    else top.push({ section })
  }
  const hasSections =
    sections.length > 0 || (top.length > 0 && (await reads.load(siteSpacesIn, site.id))?.length === 0)
  return {
    site,
    type: hasSections ? 'sections' : 'siteSpaces',
    top: hasSections ? inOrderOfTop(top) : [],
    inGroups,
  }
}

interface InSite {
  organizationId?: string | undefined
  siteId?: string | undefined
}

/** A row of a site's structure with its site, if it is where the path says. */
export async function findInSite<Row extends { siteId: string }>(
  reads: RequestLoaders,
  loader: LoaderDefinition<string, Row>,
  { organizationId, siteId }: InSite,
  id: string,
): Promise<{ row: Row; site: SiteRow } | null> {
  const row = await reads.load(loader, id)
  const site = row && (await reads.load(siteById, row.siteId))
  if (!row || !site) return null
  const isHere =
    (siteId === undefined || site.id === siteId) &&
    (organizationId === undefined || site.organizationId === organizationId)
  return isHere ? { row, site } : null
}

export async function getInSite<Row extends { siteId: string }>(
  reads: RequestLoaders,
  loader: LoaderDefinition<string, Row>,
  at: InSite,
  id: string,
  what: string,
): Promise<{ row: Row; site: SiteRow }> {
  const found = await findInSite(reads, loader, at, id)
  if (!found) throw notFound(what)
  return found
}
