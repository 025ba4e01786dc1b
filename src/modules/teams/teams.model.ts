import { z } from 'zod'
import { idField } from '../../core/fields.ts'

export const teamRoles = ['member', 'owner'] as const
export const TeamRole = z.enum(teamRoles).meta({ description: 'Owners manage the members of their team.' })
export type TeamRole = z.infer<typeof TeamRole>

/** As many as one request may name. */
const MAX_NAMED = 1000

const organizationId = idField('Organization', 'The organization.')
const userId = idField('User', 'The user who is the member.')

/** Paths name the organization too. When they do, the team must really be there; GraphQL needs the team alone. */
const place = { organizationId: organizationId.optional(), teamId: idField('Team', 'The team.') }

const TeamTitle = z.string().trim().min(1).max(64).meta({ description: 'From 1 to 64 characters.' })
const TitleFilter = z
  .string()
  .trim()
  .max(255)
  .optional()
  .meta({ description: 'Only teams whose title contains this, without case and accents.' })

export const ListTeamsFilters = z.object({
  owner: idField('User', 'Only teams that this user can manage.').optional(),
  title: TitleFilter,
})
export type TeamFilters = z.output<typeof ListTeamsFilters>
export const ListTeams = ListTeamsFilters.extend({ organizationId })

export const GetTeam = z.object(place)
export const CreateTeam = z.object({
  organizationId,
  title: TeamTitle,
  members: z
    .array(userId)
    .max(MAX_NAMED)
    .optional()
    .meta({ description: 'The users that it starts with, all of them members of the organization.' }),
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
  add: named('Members of the organization to add, each by user id or e-mail address.'),
  remove: named(
    'Those to remove, each by user id or e-mail address. One that is also added ends up removed.',
  ),
}
const Membership = z
  .object({ userId, role: TeamRole })
  .meta({ title: 'TeamMembership', description: 'Who is in a team, and as what.' })

export const UpdateTeamMembers = z.object({
  ...changes,
  memberships: z
    .array(Membership)
    .max(MAX_NAMED)
    .optional()
    .meta({ description: 'The roles of members of the team; anyone who is not in it yet is added.' }),
})

/** The same change as REST spells it: memberships are a map from user id to role. */
export const UpdateTeamMembersByMap = z.object({
  ...changes,
  memberships: z
    .record(userId, z.object({ role: TeamRole }))
    .refine((map) => Object.keys(map).length <= MAX_NAMED, `Name at most ${MAX_NAMED} members.`)
    .transform((map) => Object.entries(map).map(([id, { role }]) => ({ userId: id, role })))
    .optional(),
})

export const SetTeamMember = z.object({
  ...place,
  userId,
  role: TeamRole.optional().meta({
    description: 'Owner or member; anyone who is added without one becomes a member.',
  }),
})
export const RemoveTeamMember = z.object({ ...place, userId })
