import { builder } from '../../../graphql/builder.ts'
import { versionDescription } from '../../../graphql/conditions.ts'
import { mutation, nestedField } from '../../../graphql/field.ts'
import { requiredSpace, SpaceType } from '../../spaces/index.ts'
import { knownUserById, UserType } from '../../users/index.ts'
import type { GitConnectionRow } from './connection.loaders.ts'
import { connectGitRepository, disconnectGitRepository, getGitConnection } from './connection.service.ts'

// Relay reserves names that end with Connection for lists.
const ConnectionType = builder.objectRef<GitConnectionRow>('ConnectedGitRepository').implement({
  description: 'The branch of a Git repository that a space is kept in step with.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    space: t.field({
      type: SpaceType,
      description: 'The space.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    url: t.expose('address', { type: 'URL', description: 'The URL of the repository, without credentials.' }),
    ref: t.exposeString('ref', { description: 'The branch, as refs/heads/<branch>.' }),
    repoProjectDirectory: t.exposeString('directory', {
      description: 'The folder of the repository with the content. Empty for the whole repository.',
    }),
    exportOnMerge: t.exposeBoolean('exportOnMerge', {
      description: 'Whether main content is exported after every merge of a change request.',
    }),
    importEveryMinutes: t.exposeInt('importEveryMinutes', {
      nullable: true,
      description: 'How often the branch is checked for new commits, in minutes. Null if it is not.',
    }),
    connectedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who connected it. Imports run for this user. Null if you cannot see the user.',
      resolve: ({ createdById }, _args, { caller }) =>
        createdById === null ? null : caller.load(knownUserById, createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the space was connected.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the settings were changed.' }),
    checkedAt: t.expose('checkedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the branch was last checked for new commits.',
    }),
    nextCheckAt: t.expose('checkAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the branch is checked next. After failures, the time between checks grows.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Why the last check, import or export failed, and how to fix it. Null if it succeeded.',
    }),
  }),
})

nestedField(SpaceType, 'gitConnection', getGitConnection, {
  type: ConnectionType,
  description: 'The Git branch that it is kept in step with. Null if there is none.',
  given: ({ id }) => ({ spaceId: id }),
  givenNames: ['spaceId'],
  isLookup: true,
})

mutation('connectGitRepository', connectGitRepository, {
  description:
    'Keeps a space in step with a Git branch: merges of change requests are exported, and new commits are imported. Replaces the connection that it has.',
  payload: {
    connection: {
      type: ConnectionType,
      description: 'The connection as it is now.',
      from: (row: GitConnectionRow) => row,
    },
  },
})
mutation('disconnectGitRepository', disconnectGitRepository, {
  description: 'Disconnects a space from its Git branch. It succeeds as well if the space is not connected.',
  payload: {
    spaceId: { type: 'ID', description: 'The ID of the space.', from: ({ spaceId }) => spaceId },
  },
})
