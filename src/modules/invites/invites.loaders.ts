import { forbidden, notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import type { ListDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type Invite, Prisma } from '../../generated/prisma/client.ts'
import { effectiveRole } from '../collections/index.ts'
import { getOrganizationRow, type OrganizationRow, reachOfOrganization } from '../organizations/index.ts'
import { mayInvite } from './invites.policy.ts'

/** An invite link, and whether the default role of the organization makes it redundant. */
export type InviteRow = Invite & { redundant: boolean }

/**
 * The role of a new member with the default role on the space or the collection of an invite, without any
 * grant.
 */
const BY_DEFAULT = effectiveRole({
  memberRole: 'o."defaultRole"',
  level: `(CASE WHEN s."defaultLevel" IS DISTINCT FROM 'inherit' AND s."id" IS NOT NULL THEN s."defaultLevel"
    WHEN f."id" IS NULL THEN 'inherit'::"DefaultLevel" ELSE f."resolvedLevel" END)`,
  granted: 'NULL::"Role"',
})

const COLUMNS = `${columnsOf('i', Prisma.InviteScalarFieldEnum)}, coalesce(
  CASE WHEN i."level" IS NULL THEN o."defaultRole" >= i."role" ELSE ${BY_DEFAULT} >= i."level" END, false) AS "redundant"`

const from = (viewer: string) => `"Invite" i JOIN "Organization" o ON o."id" = i."organizationId"
  JOIN "Member" w ON w."organizationId" = o."id" AND w."userId" = ${viewer} AND w."role" = 'admin' AND NOT w."disabled"
  LEFT JOIN "Space" s ON s."id" = i."spaceId" LEFT JOIN "Collection" f ON f."id" = coalesce(s."parentId", i."collectionId")`

/** A link to a deleted space is not valid. */
const ALIVE = `s."deletedAt" IS NULL`

/** Links of organizations in which the viewer is an admin. */
export const inviteById = loaderById<InviteRow>({
  name: 'inviteById',
  scope: 'organization:members:read',
  text: `SELECT ${COLUMNS} FROM ${from('$2')} WHERE i."id" = ANY($1) AND ${ALIVE}`,
})

/** The invite links of an organization, newest first. */
export const invitesOfOrganization: ListDefinition<OrganizationRow, object, InviteRow> = {
  name: 'linkInvites',
  columns: COLUMNS,
  from: from(VIEWER),
  match: `i."organizationId" = p.key AND ${ALIVE}`,
  key: (organization) => organization.id,
  sort: [{ sql: 'i."id"', type: 'text', value: (invite) => invite.id }],
  order: () => 'desc',
}

/** The organization, if the viewer can invite to it. */
export async function getInviting(reads: RequestLoaders, organizationId: string): Promise<OrganizationRow> {
  const organization = await getOrganizationRow(reads, organizationId)
  requireMayInvite(organization)
  return organization
}

export function requireMayInvite(organization: OrganizationRow): void {
  if (!mayInvite(reachOfOrganization(organization))) {
    throw forbidden('You need the admin role in this organization to manage invites.')
  }
}

interface At {
  organizationId?: string | undefined
  inviteId: string
}

/** The link at this location, or null. When the path contains an organization, it is authorized first. */
export async function findInvite(
  reads: RequestLoaders,
  { organizationId, inviteId }: At,
): Promise<InviteRow | null> {
  if (organizationId !== undefined) await getInviting(reads, organizationId)
  const invite = await reads.load(inviteById, inviteId)
  return invite && (organizationId === undefined || invite.organizationId === organizationId) ? invite : null
}

export async function getInvite(reads: RequestLoaders, at: At): Promise<InviteRow> {
  const invite = await findInvite(reads, at)
  if (!invite) throw notFound('This invite')
  return invite
}
