import type { ObjectRef } from '@pothos/core'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { mutation, nestedField } from '../../graphql/field.ts'
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

graphqlEnum('MemberRoleFilter', MemberRoleFilter, 'Which members to list.', {
  read: 'Members with the role read.',
  comment: 'Members with the role comment.',
  edit: 'Members with the role edit.',
  review: 'Members with the role review.',
  create: 'Members with the role create.',
  admin: 'Admins.',
  guest: 'Guests, who have no role in the organization.',
})
graphqlEnum('MemberSort', MemberSort, 'What to order members by.', {
  joinedAt: 'When they joined.',
  lastSeenAt: 'When they were last seen.',
  name: 'Their name.',
})

const MemberNode = builder.prismaNode('Member', {
  description: "A user's place in an organization.",
  id: { field: 'id', description: 'The id of the membership; REST names a member by the id of the user.' },
  include: { user: true },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'What they may do; null for a guest, who sees only what is granted explicitly.',
      resolve: (member) => member.role,
    }),
    user: t.field({ type: UserType, description: 'Who it is.', resolve: (member) => member.user }),
    organization: t.field({
      type: OrganizationType,
      description: 'The organization that they are a member of.',
      resolve: ({ organizationId }, _args, { caller }) => caller.load(requiredOrganization, organizationId),
    }),
    disabled: t.exposeBoolean('disabled', { description: 'Whether they are shut out for now.' }),
    sso: t.exposeBoolean('sso', { description: 'Whether they sign in by single sign-on.' }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime', description: 'When they joined.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they were last seen; null when they never were.',
    }),
    spacesGranted: t.int({
      description: 'How many spaces are granted to them directly.',
      resolve: async ({ id }, _args, { caller }) => (await caller.load(countsOfMember, id))?.spaces ?? 0,
    }),
  }),
})
// Rows of this type always come from the module's loaders, which join the user.
export const MemberType = MemberNode as unknown as ObjectRef<Types, MemberRow>

export const MemberConnection = connectionType('Member', MemberType)

connection(OrganizationType, 'members', listMembers, {
  type: MemberConnection,
  description: 'The members that you may see, the newest first; a guest sees only themselves.',
})

nestedField(OrganizationType, 'member', getMember, {
  type: MemberType,
  nullable: true,
  description: 'The member that a user is.',
  given: ({ id }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
})
builder.objectField(OrganizationType, 'viewerMember', (t) =>
  t.field({
    type: MemberType,
    nullable: true,
    description: 'Your own place here; null while you are no member.',
    resolve: ({ id }, _args, { caller }) => caller.load(viewerMember, id),
  }),
)

const member = { type: MemberType, description: 'The member as it is now.', from: (row: MemberRow) => row }

mutation('updateMember', updateMember, {
  description: "Changes a member's role. The last admin keeps it.",
  payload: { member },
})
mutation('removeMember', removeMember, {
  description:
    'Removes a member, with their teams and grants in this organization; or leaves it. Removing nobody succeeds as well.',
  payload: {
    deletedId: {
      type: 'ID',
      nullable: true,
      description: 'The id of the membership that is gone; null when there was none.',
      from: ({ deletedId }) => deletedId,
    },
  },
})
mutation('setMemberSso', setMemberSso, {
  description: 'Makes a member sign in by single sign-on.',
  payload: { member },
})
mutation('pingOrganization', pingOrganization, {
  description: 'Tells that you are there, and gives your own place.',
  payload: { member },
})

eventSubject({
  name: 'member',
  within: 'organization',
  what: 'the member',
  type: MemberType,
  loader: memberById,
})
