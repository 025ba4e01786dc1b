import { z } from 'zod'
import { idField } from '../../core/fields.ts'

export const teamRoles = ['member', 'owner'] as const
export const TeamRole = z
  .enum(teamRoles)
  .meta({ description: 'The role in a team. Owners manage the members of their team.' })
export type TeamRole = z.infer<typeof TeamRole>

/** The number of members that one request can name. */
const MAX_NAMED = 1000

const organizationId = idField('Organization', 'The ID of the organization.')
const userId = idField('User', 'The ID of the user.')

/** REST paths contain the organization as well, which must match. GraphQL needs only the id of the team. */
const place = { organizationId: organizationId.optional(), teamId: idField('Team', 'The ID of the team.') }

const TeamTitle = z.string().trim().min(1).max(64).meta({ description: 'From 1 to 64 characters.' })
const TitleFilter = z
  .string()
  .trim()
  .max(255)
  .optional()
  .meta({ description: 'Only teams whose title contains this text, ignoring case and accents.' })

export const ListTeamsFilters = z.object({
  owner: idField('User', 'Only teams that this user manages.').optional(),
  title: TitleFilter,
})
export type TeamFilters = z.output<typeof ListTeamsFilters>
export const ListTeams = ListTeamsFilters.extend({ organizationId })

export const GetTeam = z.object(place)
export const CreateTeam = z.object({
  organizationId,
  title: TeamTitle,
  members: z.array(userId).max(MAX_NAMED).optional().meta({
    description: 'The IDs of the first members of the team. They must be members of the organization.',
  }),
})
export const UpdateTeam = z.object({ ...place, title: TeamTitle })
export const DeleteTeam = z.object(place)

export const ListTeamMembers = z.object(place)

export const ListMemberTeamsFilters = z.object({ title: TitleFilter })
export type MemberTeamsFilters = z.output<typeof ListMemberTeamsFilters>
export const ListMemberTeams = ListMemberTeamsFilters.extend({ organizationId, userId })

const named = (description: string) =>
  z.array(z.string().trim().min(1).max(320)).max(MAX_NAMED).optional().meta({ description })

const changes = {
  ...place,
  add: named('Members of the organization to add, by user ID or email address.'),
  remove: named('Members to remove, by user ID or email address. A member who is also in `add` is removed.'),
}
const Membership = z
  .object({ userId, role: TeamRole })
  .meta({ title: 'TeamMembership', description: 'A member of a team and their role.' })

export const UpdateTeamMembers = z.object({
  ...changes,
  memberships: z.array(Membership).max(MAX_NAMED).optional().meta({
    description:
      'The roles of members of the team. Members of the organization who are not in the team are added.',
  }),
})

/** The same change in REST: memberships are a map from user id to role. */
export const UpdateTeamMembersByMap = z.object({
  ...changes,
  memberships: z
    .record(userId, z.object({ role: TeamRole }))
    .refine((map) => Object.keys(map).length <= MAX_NAMED, `must have at most ${MAX_NAMED} members`)
    .transform((map) => Object.entries(map).map(([id, { role }]) => ({ userId: id, role })))
    .optional(),
})

export const SetTeamMember = z.object({
  ...place,
  userId,
  role: TeamRole.optional().meta({
    description: 'The role in the team. New members without a role become members.',
  }),
})
export const RemoveTeamMember = z.object({ ...place, userId })
