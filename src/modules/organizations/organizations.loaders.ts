import { columnsOf } from '../../core/columns.ts'
import { notFound } from '../../core/errors.ts'
import type { ListDefinition } from '../../core/list.ts'
import { loaderById, type Reads } from '../../core/loaders.ts'
import type { Role } from '../../core/roles.ts'
import { type Organization, Prisma } from '../../generated/prisma/client.ts'
import type { OrganizationReach } from './organizations.policy.ts'

/** An organization as its members see it: the row, and what the viewer is in it. */
export type OrganizationRow = Organization & { viewerRole: Role | null }

const COLUMNS = `${columnsOf('o', Prisma.OrganizationScalarFieldEnum)}, m."role" AS "viewerRole"`
const MEMBERSHIP = `JOIN "Member" m ON m."organizationId" = o."id" AND NOT m."disabled"`

/** Organizations that the viewer is a member or a guest of. */
export const organizationById = loaderById<OrganizationRow>({
  name: 'organizationById',
  text: `SELECT ${COLUMNS} FROM "Organization" o ${MEMBERSHIP} AND m."userId" = $2 WHERE o."id" = ANY($1)`,
})

export const organizationsOfUser: ListDefinition<{ id: string }, object, OrganizationRow> = {
  name: 'organizations',
  columns: COLUMNS,
  from: `"Organization" o ${MEMBERSHIP}`,
  match: 'm."userId" = p.key',
  key: (user) => user.id,
  sort: [{ sql: 'o."id"', type: 'text', value: (organization) => organization.id }],
  order: () => 'asc',
}

export async function getOrganizationRow(reads: Reads, organizationId: string): Promise<OrganizationRow> {
  const organization = await reads.load(organizationById, organizationId)
  if (!organization) throw notFound('This organization')
  return organization
}

export function reachOfOrganization(organization: OrganizationRow): OrganizationReach {
  return { organizationId: organization.id, role: organization.viewerRole }
}
