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

const payload = {
  space: {
    type: SpaceType,
    nullable: true,
    description: 'The space, when it is one.',
    from: (target: GrantTarget) => (isSpace(target) ? target : null),
  },
  collection: {
    type: CollectionType,
    nullable: true,
    description: 'The collection, when it is one.',
    from: (target: GrantTarget) => (isSpace(target) ? null : target),
  },
}

mutation('grantPermissions', grantPermissions, {
  description:
    'Gives users and teams a role on a space or a collection, or takes it away; all of them or none. Nobody gives more than they have.',
  payload,
})
mutation('updateUserPermission', updateUserPermission, {
  description: 'Changes the role that a user was given.',
  payload,
})
mutation('updateTeamPermission', updateTeamPermission, {
  description: 'Changes the role that a team was given.',
  payload,
})
mutation('removeUserPermission', removeUserPermission, {
  description: 'Takes away what a user was given. Where nothing was given it succeeds as well.',
  payload,
})
mutation('removeTeamPermission', removeTeamPermission, {
  description: 'Takes away what a team was given. Where nothing was given it succeeds as well.',
  payload,
})
