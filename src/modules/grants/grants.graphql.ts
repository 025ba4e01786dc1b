import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation } from '../../graphql/field.ts'
import { includedByRest } from '../../graphql/type-scopes.ts'
import { CollectionType } from '../collections/index.ts'
import { MemberType } from '../members/index.ts'
import { RoleEnum } from '../organizations/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { TeamType, teamById } from '../teams/index.ts'
import { UserType } from '../users/index.ts'
import type { TeamPermission, UserPermission } from './grants.loaders.ts'
import {
  grantPermissions,
  listPermissionsAggregate,
  listTeamPermissions,
  listUserPermissions,
  removeTeamPermission,
  removeUserPermission,
  updateTeamPermission,
  updateUserPermission,
} from './grants.service.ts'
import { type PermissionSource, SourceType } from './grants.sources.ts'
import { type GrantTarget, isSpace, loadTarget } from './grants.targets.ts'
import { listMemberPlaces, type MemberPlace } from './member-places.ts'
import { listMentionableUsers } from './mentionable-users.ts'

const PermissionTarget = builder.unionType('PermissionTarget', {
  description: 'What a permission is for: a space or a collection.',
  types: [SpaceType, CollectionType],
  resolveType: (target) => (isSpace(target as GrantTarget) ? 'Space' : 'Collection'),
})

const SourceTypeEnum = graphqlEnum('PermissionSourceType', SourceType, 'From where a user has a role.', {
  organization: 'Their role in the organization.',
  default: 'The default level of the space or of a collection above it.',
  user: 'A permission granted to the user.',
  team: 'A permission granted to a team that the user is in.',
})

const SourceObject = builder.objectRef<PermissionSource>('PermissionSource').implement({
  description: 'One of the things that give a user a role on a space or a collection.',
  fields: (t) => ({
    type: t.expose('type', { type: SourceTypeEnum, description: 'From where the role is.' }),
    role: t.expose('role', { type: RoleEnum, description: 'The role that it gives.' }),
    team: t.field({
      type: TeamType,
      nullable: true,
      description: 'The team that it was granted to. Null if it was not, or if you cannot see the team.',
      resolve: ({ teamId }, _args, { caller }) =>
        teamId === null ? null : caller.loadOptional(teamById, teamId),
    }),
    target: t.field({
      type: PermissionTarget,
      nullable: true,
      description:
        'The space or collection on which it is set. Null for the role in the organization, or if you cannot see it.',
      resolve: ({ targetId }, _args, { caller }) => (targetId === null ? null : loadTarget(caller, targetId)),
    }),
  }),
})

const UserPermissionType = builder.objectRef<UserPermission>('UserPermission').implement({
  description: 'The permission of a user.',
  fields: (t) => ({
    version: t.int({
      nullable: true,
      description: `${versionDescription} Null if the role was not granted here.`,
      resolve: ({ version }) => version,
    }),
    permission: t.expose('permission', { type: RoleEnum, description: 'The role.' }),
    user: t.field({ type: UserType, description: 'The user.', resolve: ({ user }) => user }),
    sources: t.field({
      type: [SourceObject],
      description:
        'What gives the user a role here, the highest role first: the first is why they have the role that they have.',
      resolve: ({ sources }) => sources,
    }),
  }),
})

const TeamPermissionType = builder.objectRef<TeamPermission>('TeamPermission').implement({
  description: 'The permission of a team.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    permission: t.expose('permission', { type: RoleEnum, description: 'The role.' }),
    team: t.field({
      type: TeamType,
      description: 'The team.',
      extensions: includedByRest,
      resolve: ({ team }) => team,
    }),
  }),
})

const UserPermissionConnection = connectionType('UserPermission', UserPermissionType)
const TeamPermissionConnection = connectionType('TeamPermission', TeamPermissionType)

for (const type of [SpaceType, CollectionType] as (typeof SpaceType)[]) {
  connection(type, 'userPermissions', listUserPermissions, {
    type: UserPermissionConnection,
    nullable: true,
    description: 'The permissions granted to users. Requires the permission `manage`.',
  })
  connection(type, 'teamPermissions', listTeamPermissions, {
    type: TeamPermissionConnection,
    nullable: true,
    description: 'The permissions granted to teams. Requires the permission `manage`.',
  })
  connection(type, 'permissionsAggregate', listPermissionsAggregate, {
    type: UserPermissionConnection,
    nullable: true,
    description: 'All users with access and their effective roles. Requires the permission `manage`.',
  })
}

connection(SpaceType, 'mentionableUsers', listMentionableUsers, {
  type: connectionType('User', UserType),
  nullable: true,
  description:
    'The users whom comments in the space and on its change requests can mention: everyone who can see it, by name. Guests see only themselves. Requires the permission `comment`.',
})

const MemberPlaceType = builder.objectRef<MemberPlace>('MemberPlace').implement({
  description: 'A space or a collection that a member has access to.',
  fields: (t) => ({
    place: t.field({
      type: PermissionTarget,
      nullable: true,
      description: 'The space or collection. Null if the token may not read it.',
      resolve: ({ targetId }, _args, { caller }) => loadTarget(caller, targetId),
    }),
    permission: t.expose('permission', { type: RoleEnum, description: 'The role of the member there.' }),
    sources: t.field({
      type: [SourceObject],
      description: 'What gives the member this role, the highest role first.',
      resolve: ({ sources }) => sources,
    }),
  }),
})
connection(MemberType, 'places', listMemberPlaces, {
  type: connectionType('MemberPlace', MemberPlaceType),
  nullable: true,
  description:
    'The spaces and collections that the member has access to, and why, by their IDs. Visible to admins and to the member.',
})

const payload = {
  target: {
    type: PermissionTarget,
    nullable: true,
    description: 'The space or collection. Null if the token may not read it.',
    from: (target: GrantTarget) => target,
  },
}

const choices = {
  target: {
    type: 'PermissionTargetInput',
    description: 'The space or collection that the permission is for.',
    fields: { spaceId: 'spaceId', collectionId: 'collectionId' },
  },
}

mutation('grantPermissions', grantPermissions, {
  description:
    'Grants users and teams a role on a space or a collection, or removes it, for all of them or none. You cannot grant a higher role than your own.',
  choices,
  payload,
})
mutation('updateUserPermission', updateUserPermission, {
  description: 'Changes the permission of a user.',
  choices,
  payload,
})
mutation('updateTeamPermission', updateTeamPermission, {
  description: 'Changes the permission of a team.',
  choices,
  payload,
})
mutation('removeUserPermission', removeUserPermission, {
  description: 'Removes the permission of a user. Succeeds if there is none.',
  choices,
  payload,
})
mutation('removeTeamPermission', removeTeamPermission, {
  description: 'Removes the permission of a team. Succeeds if there is none.',
  choices,
  payload,
})
