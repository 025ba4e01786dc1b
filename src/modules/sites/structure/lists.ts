import { defineList } from '../../../core/lists/define-list.ts'
import type { RequestLoaders, SortColumn } from '../../../core/lists/definitions.ts'
import { VIEWER } from '../../../core/lists/list.ts'
import type { SiteRow } from '../sites.loaders.ts'
import {
  GROUP_COLUMNS,
  type GroupRow,
  joinSiteSpaces,
  SECTION_COLUMNS,
  SECTIONS,
  type SectionRow,
  SITE_SPACE_COLUMNS,
  type SiteSpaceRow,
  shapeSiteSpace,
  visibleTo,
} from './rows.ts'
import type { SiteSpaceFilters } from './structure.model.ts'

const key = ({ id }: { id: string }) => id
const order = () => 'asc' as const

/** The order of sections in a site: groups and sections without a group share the first level. */
const byTop = <Row extends { topKey: string; topId: string }>(): SortColumn<Row>[] => [
  { sql: `coalesce(g."orderKey", c."orderKey", '')`, type: 'text', value: ({ topKey }) => topKey },
  { sql: `coalesce(g."id", c."id", '')`, type: 'text', value: ({ topId }) => topId },
]
const inParent = <Row extends { id: string; orderKey: string }>(alias: string): SortColumn<Row>[] => [
  { sql: `${alias}."orderKey"`, type: 'text', value: ({ orderKey }) => orderKey },
  { sql: `${alias}."id"`, type: 'text', value: ({ id }) => id },
]

/** The one that opens first: the default of the site, or of its default section. */
const IS_FIRST = '(x."isDefault" AND coalesce(c."isDefault", true))'

const siteSpaces = {
  columns: SITE_SPACE_COLUMNS,
  from: joinSiteSpaces(VIEWER),
  key,
  order,
  shape: (row: SiteSpaceRow, _parent: object, reads: RequestLoaders) => shapeSiteSpace(row, reads),
}

/** The site spaces of a site, in the order of its structure. */
export const siteSpacesOfSite = defineList<SiteRow, SiteSpaceFilters, SiteSpaceRow>({
  ...siteSpaces,
  name: 'siteSpaces',
  match: `x."siteId" = p.key AND ${visibleTo(VIEWER)}`,
  conditions: ({ default: isDefault }) =>
    isDefault === undefined ? [] : [{ sql: `${IS_FIRST} = ?::boolean`, value: isDefault }],
  sort: [
    ...byTop<SiteSpaceRow>(),
    { sql: `coalesce(c."orderKey", '')`, type: 'text', value: ({ sectionKey }) => sectionKey },
    ...inParent<SiteSpaceRow>('x'),
  ],
})

/** The site spaces of a section, in their order. */
export const siteSpacesOfSection = defineList<SectionRow, object, SiteSpaceRow>({
  ...siteSpaces,
  name: 'siteSpacesOfSection',
  match: `x."parentId" = p.key AND ${visibleTo(VIEWER)}`,
  sort: inParent<SiteSpaceRow>('x'),
})

const sections = { columns: SECTION_COLUMNS, from: SECTIONS, key, order }

/** The sections of a site, in the order of its structure. */
export const sectionsOfSite = defineList<SiteRow, object, SectionRow>({
  ...sections,
  name: 'siteSections',
  match: 'c."siteId" = p.key',
  sort: [...byTop<SectionRow>(), ...inParent<SectionRow>('c')],
})

/** The sections of a group, in their order. */
export const sectionsOfGroup = defineList<GroupRow, object, SectionRow>({
  ...sections,
  name: 'sectionsOfGroup',
  match: 'c."parentId" = p.key',
  sort: inParent<SectionRow>('c'),
})

/** The section groups of a site, in their order. */
export const groupsOfSite = defineList<SiteRow, object, GroupRow>({
  name: 'siteSectionGroups',
  columns: GROUP_COLUMNS,
  from: '"SiteSectionGroup" g',
  match: 'g."siteId" = p.key',
  key,
  order,
  sort: inParent<GroupRow>('g'),
})
