import { z } from 'zod'
import { Role } from '../../core/access/roles.ts'
import { idField } from '../../core/fields.ts'

/** What grants are on: a space or a collection. Paths name one of them; GraphQL says which. */
const place = {
  spaceId: idField('Space', 'The space; or else name a collection.').optional(),
  collectionId: idField('Collection', 'The collection; or else name a space.').optional(),
}
export interface GrantPlace {
  spaceId?: string | undefined
  collectionId?: string | undefined
}

const namesOne = ({ spaceId, collectionId }: GrantPlace) =>
  (spaceId === undefined) !== (collectionId === undefined)
const NAME_ONE = 'Name either a space or a collection.'

const userId = idField('User', 'The user.')
const teamId = idField('Team', 'The team.')

const MOST_AT_ONCE = 100

export const GrantPermissions = z
  .object({
    ...place,
    role: Role.nullable().meta({
      description: 'The role that they get; null takes away what they were given.',
    }),
    users: z
      .array(userId)
      .max(MOST_AT_ONCE)
      .optional()
      .meta({ description: 'Members of the organization, guests included.' }),
    teams: z.array(teamId).max(MOST_AT_ONCE).optional().meta({ description: 'Teams of the organization.' }),
  })
  .refine(namesOne, NAME_ONE)
  .refine(({ users = [], teams = [] }) => users.length + teams.length > 0, 'Name at least one user or team.')

const changedRole = Role.nullable()
  .optional()
  .meta({ description: 'The new role; null takes it away. Left out, nothing changes.' })

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
  role: Role.optional().meta({ description: 'Only people whose effective role is this one.' }),
})
export type AggregateFilters = z.output<typeof AggregateFilters>
export const ListAggregate = AggregateFilters.extend(place).refine(namesOne, NAME_ONE)
