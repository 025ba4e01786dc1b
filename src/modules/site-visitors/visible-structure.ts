import type { OpenContext } from '../../core/operations/context.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { Visitor } from '../site-addresses/index.ts'
import {
  type Claims,
  claimsBySchema,
  conditionsMetBy,
  GROUP_COLUMNS,
  type GroupRow,
  inOrderOfTop,
  PLACED_COLUMNS,
  type PlacedRow,
  SECTION_COLUMNS,
  SECTIONS,
  type SectionRow,
  type SiteSpaceRow,
  SPACE_OF_SITE,
  withSpace,
} from '../sites/index.ts'
import type { VisitedSite } from './admission.ts'

export interface ShownSection {
  section: SectionRow
  siteSpaces: SiteSpaceRow[]
}
export interface ShownGroup {
  group: GroupRow
  sections: ShownSection[]
}

/** The structure of a site with everything below it. */
export interface ShownStructure {
  type: 'sections' | 'siteSpaces'
  /** Of a site without sections. */
  siteSpaces: SiteSpaceRow[]
  /** The groups, and the sections without a group, in their order. */
  top: (ShownGroup | ShownSection)[]
}

export const SITE_SPACES = statement<PlacedRow>({
  name: 'visitedSiteSpaces',
  text: `SELECT ${PLACED_COLUMNS} FROM ${SPACE_OF_SITE} WHERE x."siteId" = $1 AND s."deletedAt" IS NULL
    ORDER BY x."orderKey", x."id"`,
})
export const OF_SECTIONS = statement<SectionRow>({
  name: 'visitedSections',
  text: `SELECT ${SECTION_COLUMNS} FROM ${SECTIONS} WHERE c."siteId" = $1 ORDER BY c."orderKey", c."id"`,
})
export const GROUPS = statement<GroupRow>({
  name: 'visitedSectionGroups',
  text: `SELECT ${GROUP_COLUMNS} FROM "SiteSectionGroup" g WHERE g."siteId" = $1`,
})

/** The structure of a site before it is decided what a visitor can see. */
export interface StructureRows {
  siteSpaces: readonly PlacedRow[]
  sections: readonly SectionRow[]
  groups: readonly GroupRow[]
}

/** Reads the structure of a site. What a visitor can see of it is decided by `shownOf`. */
export async function readStructure({ db }: Pick<OpenContext, 'db'>, siteId: string): Promise<StructureRows> {
  const siteSpaces = await db.query(SITE_SPACES, [siteId])
  // A site has sections, or site spaces without one.
  if (siteSpaces.some(({ sectionId }) => sectionId === null)) return { siteSpaces, sections: [], groups: [] }
  const [sections, groups] = await Promise.all([db.query(OF_SECTIONS, [siteId]), db.query(GROUPS, [siteId])])
  return { siteSpaces, sections, groups }
}

export const visibleStructure = async (
  ctx: Pick<OpenContext, 'db'>,
  site: VisitedSite,
  visitor: Visitor,
): Promise<ShownStructure> => shownOf(await readStructure(ctx, site.id), site, visitor)

/**
 * What a visitor can see of a site: the only place that decides it, for both APIs and for pages. A condition that
 * is not met, or that cannot be evaluated, hides what it belongs to; sections and groups without anything to see are
 * left out.
 */
export async function shownOf(
  { siteSpaces, sections, groups }: StructureRows,
  site: VisitedSite,
  visitor: Visitor,
): Promise<ShownStructure> {
  const met = await conditionsMetBy(conditionsOf([...sections, ...siteSpaces]), claimsOf(site, visitor))
  const isShown = ({ condition }: { condition: string | null }) => condition === null || met.has(condition)
  const below = new Map<string, SiteSpaceRow[]>()
  for (const row of siteSpaces) {
    if (!isShown(row) || !isOpenTo(visitor, row)) continue
    const siblings = below.get(row.parentId)
    if (siblings) siblings.push(withSpace(row))
    else below.set(row.parentId, [withSpace(row)])
  }
  return arranged({
    groups,
    sections: sections.flatMap((section) => {
      const own = isShown(section) ? below.get(section.id) : undefined
      return own ? [{ section, siteSpaces: own }] : []
    }),
    siteSpaces: below.get(site.id) ?? [],
    hasSections: sections.length > 0,
  })
}

/** Whether a visitor sees the space of a site space at all: previews show what their maker can read. */
export const isOpenTo = ({ spaces }: Visitor, { spaceId }: Pick<SiteSpaceRow, 'spaceId'>): boolean =>
  spaces === undefined || spaces.has(spaceId)

/** The claims of a visitor that conditions can refer to: those in the schema of the site, as it describes them. */
export const claimsOf = ({ jsonSchema }: VisitedSite, { claims }: Visitor): Claims =>
  claimsBySchema(jsonSchema === null ? null : JSON.parse(jsonSchema), claims)

/** The site spaces in a structure, in order. */
export const siteSpacesIn = ({ siteSpaces, top }: ShownStructure): SiteSpaceRow[] => [
  ...siteSpaces,
  ...top.flatMap((item) =>
    ('group' in item ? item.sections : [item]).flatMap((section) => section.siteSpaces),
  ),
]

/** The ids of the site spaces in a structure. */
export const siteSpaceIdsIn = (structure: ShownStructure): string[] =>
  siteSpacesIn(structure).map(({ id }) => id)

/** The first site space of a structure. Null if it is empty. */
export function firstSiteSpace({ siteSpaces, top }: ShownStructure): SiteSpaceRow | null {
  const [item] = top
  const section = item && 'group' in item ? item.sections[0] : item
  return siteSpaces[0] ?? section?.siteSpaces[0] ?? null
}

const conditionsOf = (rows: readonly { condition: string | null }[]): string[] =>
  rows.flatMap(({ condition }) => condition ?? [])

/** Sections in their groups, in the order of the site. Empty groups are left out. */
function arranged({
  groups,
  sections,
  siteSpaces,
  hasSections,
}: {
  groups: readonly GroupRow[]
  sections: readonly ShownSection[]
  siteSpaces: SiteSpaceRow[]
  hasSections: boolean
}): ShownStructure {
  if (!hasSections) return { type: 'siteSpaces', siteSpaces, top: [] }
  const inGroups = new Map<string, ShownGroup>(groups.map((group) => [group.id, { group, sections: [] }]))
  const alone = sections.filter((shown) => {
    const group = shown.section.groupId === null ? undefined : inGroups.get(shown.section.groupId)
    group?.sections.push(shown)
    return group === undefined
  })
  const filled = [...inGroups.values()].filter((group) => group.sections.length > 0)
  return { type: 'sections', siteSpaces: [], top: inOrderOfTop([...filled, ...alone]) }
}
