import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import { Prisma, type Site, type Space } from '../../generated/prisma/client.ts'
import { containsFolded } from '../members/index.ts'
import { getOrganizationRow, type OrganizationRow } from '../organizations/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'
import { siteRole } from './site-role.ts'
import type { SiteFilters } from './sites.model.ts'
import type { SiteReach } from './sites.policy.ts'

/** A site for the viewer: its row, the viewer's role, and what its address needs. */
export type SiteRow = Site & {
  viewerRole: Role
  organizationHostname: string | null
}

const COLUMNS = `${columnsOf('i', Prisma.SiteScalarFieldEnum)}, onSite."role" AS "viewerRole",
  o."hostname" AS "organizationHostname"`

/** Joins the viewer's role on the site `i`. Guests see only sites on which they have a role of their own. */
const joinSiteAccess = (viewer: string) =>
  `JOIN "Member" m ON m."organizationId" = i."organizationId" AND m."userId" = ${viewer} AND NOT m."disabled"
  JOIN LATERAL (SELECT ${siteRole('i."id"', viewer)} AS "role" OFFSET 0) onSite ON onSite."role" IS NOT NULL
  JOIN "Organization" o ON o."id" = i."organizationId"`

export const siteById = loaderById<SiteRow>({
  name: 'siteById',
  scope: 'site:read',
  text: `SELECT ${COLUMNS} FROM "Site" i ${joinSiteAccess('$2')} WHERE i."id" = ANY($1)`,
})

export const reachOfSite = ({ viewerRole }: SiteRow): SiteReach => ({ role: viewerRole })

const inOrder = {
  columns: COLUMNS,
  from: `"Site" i ${joinSiteAccess(VIEWER)}`,
  key: ({ id }: { id: string }) => id,
  sort: [{ sql: 'i."id"', type: 'text' as const, value: ({ id }: SiteRow) => id }],
  order: () => 'asc' as const,
}

/** SQL that is true for sites with a space, given as SQL, that the viewer can see. */
const hasSpace = (space: string) => `EXISTS (SELECT 1 FROM "SiteSpace" placed
  JOIN "Space" s ON s."id" = placed."spaceId" ${joinAccess(VIEWER)}
  WHERE placed."siteId" = i."id" AND placed."spaceId" = ${space} AND ${NOT_DELETED})`

/** The sites of an organization, oldest first. */
export const sitesOfOrganization = defineList<OrganizationRow, SiteFilters, SiteRow>({
  ...inOrder,
  name: 'sites',
  match: 'i."organizationId" = p.key',
  conditions: ({ space, title, published, type }) => [
    ...(space === undefined ? [] : [{ sql: hasSpace('?::text'), value: space }]),
    ...(title ? [{ sql: containsFolded('quire_fold(i."title")'), value: title }] : []),
    ...(published === undefined
      ? []
      : [{ sql: '(i."publishedAt" IS NOT NULL) = ?::boolean', value: published }]),
    ...amongst('i."type"', 'text', type),
  ],
})

/** The sites that show a space, oldest first. */
export const sitesOfSpace = defineList<Space, object, SiteRow>({
  ...inOrder,
  name: 'sitesOfSpace',
  match: `i."id" IN (SELECT placed."siteId" FROM "SiteSpace" placed JOIN "Space" s ON s."id" = placed."spaceId"
    WHERE placed."spaceId" = p.key AND ${NOT_DELETED})`,
})

/** The number of site spaces whose space the viewer can see. */
const counted = loaderById<{ id: string; count: number }>({
  name: 'siteSpacesOfSite',
  scope: 'site:read',
  text: `SELECT x."siteId" AS "id", count(*)::int AS "count" FROM "SiteSpace" x
    JOIN "Space" s ON s."id" = x."spaceId" ${joinAccess('$2')}
    WHERE x."siteId" = ANY($1) AND ${NOT_DELETED} GROUP BY x."siteId"`,
})

export const siteSpacesCount = readOf(
  'site:read',
  async (reads, siteId: string) => (await reads.load(counted, siteId))?.count ?? 0,
)

export interface SiteAt {
  organizationId?: string | undefined
  siteId: string
}

/** The site at this location, or null. When the path contains an organization, it is authorized first. */
export async function findSite(
  reads: RequestLoaders,
  { organizationId, siteId }: SiteAt,
): Promise<SiteRow | null> {
  if (organizationId !== undefined) await getOrganizationRow(reads, organizationId)
  const site = await reads.load(siteById, siteId)
  return organizationId === undefined || site?.organizationId === organizationId ? site : null
}

export async function getSiteRow(reads: RequestLoaders, at: SiteAt): Promise<SiteRow> {
  const site = await findSite(reads, at)
  if (!site) throw notFound('This site')
  return site
}

/** The same for the API layers. */
export const requiredSite = readOf('site:read', (reads, siteId: string) => getSiteRow(reads, { siteId }))
