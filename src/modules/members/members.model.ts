import { z } from 'zod'
import { Role, roles } from '../../core/access/roles.ts'
import { idField, Order } from '../../core/fields.ts'

const organizationId = idField('Organization', 'The organization.')
const userId = idField('User', 'The user who is the member.')

export const MemberRoleFilter = z.enum([...roles, 'guest'])
export const MemberSort = z.enum(['joinedAt', 'lastSeenAt', 'name'])
export type MemberSort = z.infer<typeof MemberSort>

export const ListMembersFilters = z.object({
  role: MemberRoleFilter.optional().meta({ description: 'Only members with this role, or only guests.' }),
  search: z.string().trim().max(255).optional().meta({
    description: 'Only members whose name or e-mail address contains this text, ignoring case and accents.',
  }),
  sort: MemberSort.default('joinedAt').meta({
    description: 'The order. By lastSeenAt, members who were never seen are left out.',
  }),
  order: Order.default('desc').meta({ description: 'The direction; newest or last first by default.' }),
})
export type MemberFilters = z.output<typeof ListMembersFilters>

export const ListMembers = ListMembersFilters.extend({ organizationId })
export const GetMember = z.object({ organizationId, userId })
export const UpdateMember = z.object({
  organizationId,
  userId,
  role: Role.nullable().optional().meta({ description: 'The new role; null makes them a guest.' }),
})
export const RemoveMember = z.object({ organizationId, userId })
export const SetMemberSso = z.object({ organizationId, userId })
export const PingOrganization = z.object({ organizationId })
