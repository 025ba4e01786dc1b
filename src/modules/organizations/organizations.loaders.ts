import type { Role } from '../../core/access/roles.ts'
import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
import { loaderById, readOf } from '../../core/lists/loaders.ts'
import { type Organization, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { OrganizationReach } from './organizations.policy.ts'

/** An organization for the viewer: its row, and the viewer's role in it. */
export type OrganizationRow = Organization & {
  viewerRole: Role | null
  /** False for a user who could join: not a member, with an e-mail address in one of its domains. */
  viewerIsMember: boolean
  viewerOwnsTeam: boolean
}

const COLUMNS = `${columnsOf('o', Prisma.OrganizationScalarFieldEnum)}, m."role" AS "viewerRole",
  m."id" IS NOT NULL AS "viewerIsMember", EXISTS (SELECT 1 FROM "TeamMember" tm JOIN "Team" t ON t."id" = tm."teamId"
    WHERE tm."userId" = m."userId" AND tm."role" = 'owner' AND t."organizationId" = o."id") AS "viewerOwnsTeam"`
const MEMBERSHIP = `JOIN "Member" m ON m."organizationId" = o."id" AND NOT m."disabled"`
/** All members of a deleted organization are disabled; others, such as visitors of its sites, need this. */
export const NOT_DELETED = `o."deletedAt" IS NULL`

/** Organizations in which the viewer is a member or a guest. */
export const organizationById = loaderById<OrganizationRow>({
  name: 'organizationById',
  scope: 'organization:read',
  text: `SELECT ${COLUMNS} FROM "Organization" o ${MEMBERSHIP} AND m."userId" = $2 WHERE o."id" = ANY($1)`,
})

/** Deleted organizations that the viewer was an admin of, and can restore. */
export const deletedOrganizationById = loaderById<OrganizationRow>({
  name: 'deletedOrganizationById',
  scope: 'organization:read',
  text: `SELECT ${COLUMNS} FROM "Organization" o JOIN "Member" m ON m."organizationId" = o."id" AND m."userId" = $2
    WHERE o."id" = ANY($1) AND o."deletedAt" IS NOT NULL AND m."isSuspended" AND m."role" = 'admin'`,
})

export const organizationsOfUser = defineList<{ id: string }, object, OrganizationRow>({
  name: 'organizations',
  columns: COLUMNS,
  from: `"Organization" o ${MEMBERSHIP}`,
  match: 'm."userId" = p.key',
  key: (user) => user.id,
  sort: [{ sql: 'o."id"', type: 'text', value: (organization) => organization.id }],
  order: () => 'asc',
})

/** If more organizations than this have a domain, it does not identify the organization of a user. */
const MAX_OF_A_DOMAIN = 100

const BY_EMAIL_DOMAIN = statement<OrganizationRow>({
  name: 'organizationsByEmailDomain',
  text: `SELECT ${COLUMNS} FROM "Organization" o
    LEFT JOIN "Member" m ON m."organizationId" = o."id" AND m."userId" = $2
    WHERE o."emailDomains" @> ARRAY[$1::text] AND NOT coalesce(m."disabled", false) AND ${NOT_DELETED}
      AND (m."id" IS NOT NULL OR EXISTS (
        SELECT 1 FROM "User" u WHERE u."id" = $2 AND lower(split_part(u."email", '@', 2)) = $1::text))
    ORDER BY m."id" IS NULL, o."id" LIMIT ${MAX_OF_A_DOMAIN}`,
})

/**
 * Organizations that list a domain: the viewer's own, and all of them when the viewer's e-mail address is
 * in that domain.
 */
export function organizationsByEmailDomain(
  reads: RequestLoaders,
  emailDomain: string,
): Promise<OrganizationRow[]> {
  return reads.db.query(BY_EMAIL_DOMAIN, [emailDomain, reads.viewer.userId])
}

export async function getOrganizationRow(
  reads: RequestLoaders,
  organizationId: string,
): Promise<OrganizationRow> {
  const organization = await reads.load(organizationById, organizationId)
  if (!organization) throw notFound('This organization')
  return organization
}

const NAMED = statement<OrganizationRow>({
  name: 'organizationNamed',
  text: `SELECT ${COLUMNS} FROM "Organization" o ${MEMBERSHIP} AND m."userId" = $2
    WHERE o."id" = $1 OR o."hostname" = $1 ORDER BY o."id" = $1 DESC LIMIT 1`,
})

/** An organization by its id or its hostname. */
export async function getOrganizationNamed(reads: RequestLoaders, name: string): Promise<OrganizationRow> {
  const [organization] = await reads.db.query(NAMED, [name, reads.viewer.userId])
  if (!organization) throw notFound('This organization')
  return organization
}

export function reachOfOrganization(organization: OrganizationRow): OrganizationReach {
  return {
    organizationId: organization.id,
    role: organization.viewerRole,
    isMember: organization.viewerIsMember,
    ownsTeam: organization.viewerOwnsTeam,
  }
}

/** The same for the API layers. */
export const requiredOrganization = readOf('organization:read', getOrganizationRow)
