import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { mutation } from '../../graphql/field.ts'
import { includedByRest } from '../../graphql/type-scopes.ts'
import { CollectionType } from '../collections/index.ts'
import { RoleEnum } from '../organizations/index.ts'
import { SpaceType } from '../spaces/index.ts'
import { TeamType } from '../teams/index.ts'
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
import { type GrantTarget, isSpace } from './grants.targets.ts'
import { listMentionableUsers } from './mentionable-users.ts'

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

const PermissionTarget = builder.unionType('PermissionTarget', {
  description: 'What a permission is for: a space or a collection.',
  types: [SpaceType, CollectionType],
  resolveType: (target) => (isSpace(target as GrantTarget) ? 'Space' : 'Collection'),
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
