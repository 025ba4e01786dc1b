import type { UnionRef } from '@pothos/core'
import { builder, type Types } from '../../graphql/builder.ts'
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

const UserPermissionType = builder.objectRef<UserPermission>('UserPermission').implement({
  description: 'A user and a role.',
  fields: (t) => ({
    version: t.int({
      nullable: true,
      description: `${versionDescription} Null where the role was not given here.`,
      resolve: ({ version }) => version,
    }),
    permission: t.expose('permission', { type: RoleEnum, description: 'The role.' }),
    user: t.field({ type: UserType, description: 'The user.', resolve: ({ user }) => user }),
  }),
})

const TeamPermissionType = builder.objectRef<TeamPermission>('TeamPermission').implement({
  description: 'A team and a role.',
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
    description: 'The users that it is shared with. For those who may share it.',
  })
  connection(type, 'teamPermissions', listTeamPermissions, {
    type: TeamPermissionConnection,
    nullable: true,
    description: 'The teams that it is shared with. For those who may share it.',
  })
  connection(type, 'permissionsAggregate', listPermissionsAggregate, {
    type: UserPermissionConnection,
    nullable: true,
    description: 'Everybody with a role on it, from wherever they have it. For those who may share it.',
  })
}

const PermissionTarget = builder.unionType('PermissionTarget', {
  description: 'What permissions are granted on.',
  types: [SpaceType, CollectionType],
  resolveType: (target) => (isSpace(target as GrantTarget) ? 'Space' : 'Collection'),
})

const payload = {
  target: {
    type: PermissionTarget as unknown as UnionRef<Types, unknown>,
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
    'Gives users and teams a role on a space or a collection, or takes it away; all of them or none. Nobody gives more than they have.',
  choices,
  payload,
})
mutation('updateUserPermission', updateUserPermission, {
  description: 'Changes the role that a user was given.',
  choices,
  payload,
})
mutation('updateTeamPermission', updateTeamPermission, {
  description: 'Changes the role that a team was given.',
  choices,
  payload,
})
mutation('removeUserPermission', removeUserPermission, {
  description: 'Takes away what a user was given. Where nothing was given it succeeds as well.',
  choices,
  payload,
})
mutation('removeTeamPermission', removeTeamPermission, {
  description: 'Takes away what a team was given. Where nothing was given it succeeds as well.',
  choices,
  payload,
})
