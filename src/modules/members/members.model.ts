import { z } from 'zod'
import { Role, roles } from '../../core/access/roles.ts'
import { idField, Order } from '../../core/fields.ts'
import { anyOf } from '../../core/lists/filters.ts'

const organizationId = idField('Organization', 'The ID of the organization.')
const userId = idField('User', 'The ID of the user.')

export const MemberRoleFilter = z.enum([...roles, 'guest'])
export const MemberSort = z.enum(['joinedAt', 'lastSeenAt', 'name'])
export type MemberSort = z.infer<typeof MemberSort>

export const ListMembersFilters = z.object({
  role: anyOf(MemberRoleFilter)
    .optional()
    .meta({ description: 'Only members with one of these roles, or guests.' }),
  search: z.string().trim().max(255).optional().meta({
    description: 'Only members whose name or email address contains this text, ignoring case and accents.',
  }),
  sort: MemberSort.default('joinedAt').meta({
    description: 'The sort key. `LAST_SEEN_AT` lists only members who were active at least once.',
  }),
  order: Order.default('desc').meta({ description: 'The sort order.' }),
})
export type MemberFilters = z.output<typeof ListMembersFilters>

export const ListMembers = ListMembersFilters.extend({ organizationId })
export const GetMember = z.object({ organizationId, userId })
export const UpdateMember = z.object({
  organizationId,
  userId,
  role: Role.nullable().optional().meta({ description: 'The new role. Null makes the member a guest.' }),
})
export const RemoveMember = z.object({ organizationId, userId })
export const SetMemberSso = z.object({ organizationId, userId })
export const PingOrganization = z.object({ organizationId })
