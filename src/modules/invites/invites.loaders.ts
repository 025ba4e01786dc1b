import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type Invite, Prisma } from '../../generated/prisma/client.ts'
import { effectiveRole } from '../collections/index.ts'
import { adminResource, type OrganizationRow } from '../organizations/index.ts'
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
export const invitesOfOrganization = defineList<OrganizationRow, object, InviteRow>({
  name: 'linkInvites',
  columns: COLUMNS,
  from: from(VIEWER),
  match: `i."organizationId" = p.key AND ${ALIVE}`,
  key: (organization) => organization.id,
  sort: [{ sql: 'i."id"', type: 'text', value: (invite) => invite.id }],
  order: () => 'desc',
})

/** Access to the invite links of organizations in which the viewer is an admin. */
export const linkInvites = adminResource({
  kind: 'invite',
  byId: inviteById,
  mayManage: mayInvite,
  refusal: 'You need the admin role in this organization to manage invites.',
})
