import { z } from 'zod'
import type { Role } from '../../core/access/roles.ts'
import { forbidden } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { effectiveRole, highestGrant, placedParts, principals } from '../collections/index.ts'
import { getMemberRow, type MemberRow } from '../members/index.ts'
import { getOrganizationRow, mayAdministrate, reachOfOrganization } from '../organizations/index.ts'
import { type PermissionSource, type SourceColumns, sourcesOf } from './grants.sources.ts'
import { settingLevel } from './people-with-access.ts'

/** A space or a collection in which a member has a role, and what gives it to them. */
export interface MemberPlace {
  targetId: string
  title: string
  permission: Role
  sources: PermissionSource[]
}

const space = placedParts('x', 'f')

/** All spaces and collections of the organization of the member `listed`, with what decides about access to them. */
const PLACES = `(
  SELECT x."id", x."title", ${space.level} AS "level", ${space.targets} AS "targets",
      coalesce(f."ancestorIds", '{}') AS "above",
      CASE WHEN x."defaultLevel" IS DISTINCT FROM 'inherit' THEN x."id" END AS "setsLevel"
    FROM "Space" x LEFT JOIN "Collection" f ON f."id" = x."parentId"
    WHERE x."organizationId" = listed."organizationId" AND x."deletedAt" IS NULL
  UNION ALL SELECT x."id", x."title", x."resolvedLevel", x."ancestorIds", x."ancestorIds", NULL
    FROM "Collection" x WHERE x."organizationId" = listed."organizationId")`

const role = effectiveRole({
  memberRole: 'listed."role"',
  level: 'place."level"',
  granted: highestGrant('place."targets"', 'listed."userId"'),
})

const placesOfMember = defineList<MemberRow, object, MemberPlace>({
  name: 'placesOfMember',
  columns: `place."id" AS "targetId", place."title", theirs."role" AS "permission",
    listed."role" AS "memberRole", place."level", coalesce(place."setsLevel", ${settingLevel('place."above"')}) AS "levelFrom",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('role', reason."role", 'teamId', reason."teamId",
        'targetId', reason."targetId") ORDER BY reason."createdAt", reason."id"), '[]')
      FROM "Grant" reason WHERE reason."targetId" = ANY(place."targets")
        AND reason."principalId" = ANY(${principals('listed."userId"')})) AS "grants"`,
  from: `"Member" listed CROSS JOIN LATERAL ${PLACES} place
    JOIN LATERAL (SELECT ${role} AS "role" OFFSET 0) theirs ON theirs."role" IS NOT NULL`,
  match: 'listed."id" = p.key AND NOT listed."disabled"',
  key: ({ id }) => id,
  sort: [{ sql: 'place."id"', type: 'text', value: ({ targetId }) => targetId }],
  order: () => 'asc',
  shape: (flat) => {
    const { targetId, title, permission } = flat
    return { targetId, title, permission, sources: sourcesOf(flat as unknown as SourceColumns) }
  },
})

/** Where a member has access, and why: for admins, who see all of it, and for the member. */
export const listMemberPlaces = listOperation({
  id: 'permissions.listOfMember',
  input: z.object({
    organizationId: idField('Organization', 'The ID of the organization.'),
    userId: idField('User', 'The ID of the user.'),
  }),
  filters: NoFilters,
  scope: 'space:permissions:read',
  parent: async (ctx, key) => {
    await getOrganizationRow(ctx.reads, key.organizationId)
    return getMemberRow(ctx.reads, key)
  },
  guard: async (ctx, { organizationId, userId }) => {
    if (userId === ctx.viewer.userId) return
    if (!mayAdministrate(reachOfOrganization(await getOrganizationRow(ctx.reads, organizationId)))) {
      throw forbidden('Only admins and the member can list where a member has access.')
    }
  },
  list: () => placesOfMember,
})
