import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, nestedField } from '../../graphql/field.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { OrganizationType, RoleEnum, requiredOrganization } from '../organizations/index.ts'
import { UserType } from '../users/index.ts'
import { countsOfMember, type MemberRow, memberById, viewerMember } from './members.loaders.ts'
import { MemberRoleFilter, MemberSort } from './members.model.ts'
import {
  getMember,
  listMembers,
  pingOrganization,
  removeMember,
  setMemberSso,
  updateMember,
} from './members.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Member: MemberRow
  }
}

graphqlEnum('MemberRoleFilter', MemberRoleFilter, 'Which members to list.', {
  read: 'Members with the role read.',
  comment: 'Members with the role comment.',
  edit: 'Members with the role edit.',
  review: 'Members with the role review.',
  create: 'Members with the role create.',
  admin: 'Admins.',
  guest: 'Guests: members without a role in the organization.',
})
graphqlEnum('MemberSort', MemberSort, 'The sort key of members.', {
  joinedAt: 'When the user joined the organization.',
  lastSeenAt: 'The time of the last activity.',
  name: 'The name.',
})

export const MemberType = builder.prismaNode('Member', {
  description: 'A member of an organization.',
  id: {
    field: 'id',
    description: 'The ID of the membership. REST identifies a member by the ID of the user.',
  },
  include: { user: true },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description:
        'The role in the organization. Null for a guest, who only has access to what is explicitly shared with them.',
      resolve: (member) => member.role,
    }),
    user: t.field({ type: UserType, description: 'The user.', resolve: (member) => member.user }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization of the membership.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    disabled: t.exposeBoolean('disabled', { description: 'Whether the membership is disabled.' }),
    sso: t.exposeBoolean('sso', { description: 'Whether the member signs in with SSO.' }),
    joinedAt: t.expose('joinedAt', {
      type: 'DateTime',
      description: 'When the user joined the organization.',
    }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user was last active. Null if never.',
    }),
    spacesGranted: t.int({
      description: 'The number of spaces with a permission granted directly to the member.',
      resolve: async ({ id }, _args, { caller }) => (await caller.load(countsOfMember, id))?.spaces ?? 0,
    }),
  }),
})

export const MemberConnection = connectionType('Member', MemberType)

connection(OrganizationType, 'members', listMembers, {
  type: MemberConnection,
  description: 'The members that are visible to you. Guests see only themselves.',
})

nestedField(OrganizationType, 'member', getMember, {
  type: MemberType,
  isLookup: true,
  description: 'The membership of a user. Null if the user is not a member.',
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})
builder.objectField(OrganizationType, 'viewerMember', (t) =>
  t.field({
    type: MemberType,
    nullable: true,
    description: 'Your membership. Null if you are not a member.',
    resolve: ({ id }, _args, { caller }) => caller.load(viewerMember, id),
  }),
)

const member = { type: MemberType, description: 'The member.', from: (row: MemberRow) => row }

mutation('updateMember', updateMember, {
  description: 'Changes the role of a member. The last admin cannot be changed.',
  payload: { member },
})
mutation('removeMember', removeMember, {
  description:
    'Removes a member with their team memberships and permissions, or leaves the organization. Succeeds if the user is not a member.',
  payload: {
    deletedId: {
      type: 'ID',
      nullable: true,
      description: 'The ID of the deleted membership. Null if there was none.',
      from: ({ deletedId }) => deletedId,
    },
  },
})
mutation('setMemberSso', setMemberSso, {
  description: 'Requires a member to sign in with SSO.',
  payload: { member },
})
mutation('pingOrganization', pingOrganization, {
  description: 'Records that you are active in an organization and returns your membership.',
  payload: { member },
})

eventSubject({
  name: 'member',
  within: 'organization',
  what: 'the member',
  type: MemberType,
  loader: memberById,
})
