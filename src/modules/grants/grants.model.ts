import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'
import { anyOf } from '../../core/lists/filters.ts'

/**
 * The target of grants: a space or a collection. REST paths contain one of them; GraphQL inputs have both
 * fields.
 */
const place = {
  spaceId: idField('Space', 'The ID of a space.').optional(),
  collectionId: idField('Collection', 'The ID of a collection.').optional(),
}
export interface GrantPlace {
  spaceId?: string | undefined
  collectionId?: string | undefined
}

const namesOne = ({ spaceId, collectionId }: GrantPlace) =>
  (spaceId === undefined) !== (collectionId === undefined)
const NAME_ONE = 'must have either a space or a collection'

const userId = idField('User', 'The ID of the user.')
const teamId = idField('Team', 'The ID of the team.')

const MAX_AT_ONCE = 100

export const GrantPermissions = z
  .object({
    ...place,
    role: Role.nullable().meta({
      description: 'The role to grant. Null removes the permissions.',
    }),
    users: z
      .array(userId)
      .max(MAX_AT_ONCE)
      .optional()
      .meta({ description: 'The IDs of members of the organization, including guests.' }),
    teams: z
      .array(teamId)
      .max(MAX_AT_ONCE)
      .optional()
      .meta({ description: 'The IDs of teams of the organization.' }),
  })
  .refine(namesOne, NAME_ONE)
  .refine(
    ({ users = [], teams = [] }) => users.length + teams.length > 0,
    'must name at least one user or team',
  )

const changedRole = Role.nullable()
  .optional()
  .meta({ description: 'The new role. Null removes the permission. If omitted, nothing changes.' })

export const UpdateUserPermission = z
  .object({ ...place, userId, role: changedRole })
  .refine(namesOne, NAME_ONE)
export const UpdateTeamPermission = z
  .object({ ...place, teamId, role: changedRole })
  .refine(namesOne, NAME_ONE)
export const RemoveUserPermission = z.object({ ...place, userId }).refine(namesOne, NAME_ONE)
export const RemoveTeamPermission = z.object({ ...place, teamId }).refine(namesOne, NAME_ONE)

export const ListPermissions = z.object(place).refine(namesOne, NAME_ONE)

export const AggregateFilters = z.object({
  role: anyOf(Role).optional().meta({ description: 'Only users with one of these effective roles.' }),
})
export type AggregateFilters = z.output<typeof AggregateFilters>
export const ListAggregate = AggregateFilters.extend(place).refine(namesOne, NAME_ONE)
