import { z } from 'zod'
import { Role } from '../../../core/access/roles.ts'
import { idField } from '../../../core/fields.ts'
import { anyOf } from '../../../core/lists/filters.ts'
import { siteAt } from '../sites.model.ts'

const userId = idField('User', 'The ID of the user.')
const teamId = idField('Team', 'The ID of the team.')

const MAX_AT_ONCE = 100

export const ListSitePermissions = z.object(siteAt)

export const SitePeopleFilters = z.object({
  role: anyOf(Role).optional().meta({ description: 'Only users with one of these roles.' }),
})
export type SitePeopleFilters = z.output<typeof SitePeopleFilters>
export const ListSitePeople = SitePeopleFilters.extend(siteAt)

export const GrantSitePermissions = z
  .object({
    ...siteAt,
    role: Role.default('read').meta({ description: 'The role to grant.' }),
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
  .refine(
    ({ users = [], teams = [] }) => users.length + teams.length > 0,
    'must name at least one user or team',
  )

const role = Role.optional().meta({ description: 'The new role. If omitted, nothing changes.' })
export const UpdateSiteUser = z.object({ ...siteAt, userId, role })
export const UpdateSiteTeam = z.object({ ...siteAt, teamId, role })
export const RemoveSiteUser = z.object({ ...siteAt, userId })
export const RemoveSiteTeam = z.object({ ...siteAt, teamId })
