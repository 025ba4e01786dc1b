import { columnsOf } from '../../../core/lists/columns.ts'
import type { RequestLoaders } from '../../../core/lists/definitions.ts'
import {
  Prisma,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
  type Space,
} from '../../../generated/prisma/client.ts'
import {
  JOINED_SPACE_COLUMNS,
  type JoinedSpace,
  joinAccess,
  joinedSpace,
  NOT_DELETED,
  noteReach,
  REACH_COLUMNS,
} from '../../spaces/index.ts'
import { siteRole } from '../site-role.ts'

/** A site space for the viewer, with its space, and what its address needs of its section. */
export type SiteSpaceRow = SiteSpace & {
  space: Space
  sectionPath: string | null
  sectionIsDefault: boolean | null
  /** The position of its section in the site. */
  topKey: string
  topId: string
  sectionKey: string
}

/** The columns of a site space as they are read: those of its space are beside its own. */
export type PlacedRow = Omit<SiteSpaceRow, 'space'> & JoinedSpace

export type SectionRow = SiteSection & { topKey: string; topId: string }
export type GroupRow = SiteSectionGroup

/** The position of a section `c` at the top of a site: its own, or that of its group `g`. */
const TOP = `coalesce(g."orderKey", c."orderKey", '') AS "topKey", coalesce(g."id", c."id", '') AS "topId"`

/** The columns of a site space and its space, for any caller. */
export const PLACED_COLUMNS = `${columnsOf('x', Prisma.SiteSpaceScalarFieldEnum)},
  c."path" AS "sectionPath", c."isDefault" AS "sectionIsDefault", ${TOP}, coalesce(c."orderKey", '') AS "sectionKey",
  ${JOINED_SPACE_COLUMNS}`
export const SITE_SPACE_COLUMNS = `${PLACED_COLUMNS}, ${REACH_COLUMNS}`
export const SECTION_COLUMNS = `${columnsOf('c', Prisma.SiteSectionScalarFieldEnum)}, ${TOP}`
export const GROUP_COLUMNS = columnsOf('g', Prisma.SiteSectionGroupScalarFieldEnum)

/** Site spaces with their sections and spaces, for any caller. */
export const SPACE_OF_SITE = `"SiteSpace" x
  LEFT JOIN "SiteSection" c ON c."id" = x."sectionId" LEFT JOIN "SiteSectionGroup" g ON g."id" = c."groupId"
  JOIN "Space" s ON s."id" = x."spaceId"`

/**
 * Site spaces whose space a viewer can see, with their sections. A guest with a grant on the space sees it
 * here only with a role on the site.
 */
export const joinSiteSpaces = (viewer: string) => `${SPACE_OF_SITE} ${joinAccess(viewer)}`
export const visibleTo = (viewer: string) =>
  `${NOT_DELETED} AND ${siteRole('x."siteId"', viewer)} IS NOT NULL`

export const SECTIONS = `"SiteSection" c LEFT JOIN "SiteSectionGroup" g ON g."id" = c."groupId"`

/** Joins the membership that makes a section or a group visible. */
export const joinMember = (alias: string, viewer: string) => `JOIN "Site" i ON i."id" = ${alias}."siteId"
  JOIN "Member" m ON m."organizationId" = i."organizationId" AND m."userId" = ${viewer}
    AND NOT m."disabled" AND ${siteRole('i."id"', viewer)} IS NOT NULL`

/** Gathers the columns of the space of a site space. */
export function withSpace<Row extends PlacedRow>(raw: Row): Row & SiteSpaceRow {
  const row = raw as Row & SiteSpaceRow
  // The columns stay where they are: removing a property makes all later reads of an object slow.
  row.space = joinedSpace(raw)
  return row
}

/** The same for a viewer, whose role in the space is remembered. */
export function shapeSiteSpace(raw: SiteSpaceRow, reads: RequestLoaders): SiteSpaceRow {
  noteReach(reads, raw.spaceId, raw)
  return withSpace(raw as SiteSpaceRow & JoinedSpace)
}
