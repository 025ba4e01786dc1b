import type { User } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { deletedPayload, mutation, queryField } from '../../graphql/field.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { showWithOthers } from '../../graphql/type-scopes.ts'
import { contactOf } from './contact.ts'
import { deleteUser, deleteViewer } from './erasure.ts'
import { exportUserData, exportViewerData } from './export.ts'
import { participantById } from './users.loaders.ts'
import { SetUserOperator } from './users.model.ts'
import { getUser, getViewer, updateUser } from './users.service.ts'
import { userDataUrl, userUrl } from './users.urls.ts'

interface LocatedUrls {
  location: string
  /** Absent if people cannot open the resource. */
  app?: () => Promise<string>
}

/** The URLs that most resources have. */
export const LocationUrls = builder.objectRef<LocatedUrls>('LocationUrls').implement({
  description: 'The URLs of a resource.',
  fields: (t) => ({
    location: t.expose('location', { type: 'URL', description: 'The URL of the resource in the REST API.' }),
    app: t.field({
      type: 'URL',
      nullable: true,
      description: 'The URL of the resource in the app. Null for resources that are not shown there.',
      resolve: ({ app }) => app?.(),
    }),
  }),
})

showWithOthers('User')
export const UserType = builder.prismaNode('User', {
  description: 'A user of this instance.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    email: t.string({
      nullable: true,
      description: 'The email address. Null if there is none. Guests see only their own.',
      resolve: (user, _args, { caller }) => {
        const contact = contactOf(caller, user)
        return contact instanceof Promise ? contact.then(({ email }) => email) : contact.email
      },
    }),
    photoURL: t.expose('photoURL', { type: 'URL', nullable: true, description: 'The URL of the photo.' }),
    isOperator: t.boolean({
      description:
        'Whether the user is an operator of this instance. Always false for guests, who cannot see it.',
      resolve: (user, _args, { caller }) => {
        const contact = contactOf(caller, user)
        return contact instanceof Promise ? contact.then(({ isOperator }) => isOperator) : contact.isOperator
      },
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the user was deleted. The name is then `Former member`. Null for all others.',
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'The URLs of the user.',
      resolve: (user, _args, { urls }) => ({ location: userUrl(urls, user.id) }),
    }),
  }),
})

/** The caller. It has the fields that only the user can see. */
export const ViewerType = builder.objectRef<User>('Viewer').implement({
  description: 'The user of the token and their own resources.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'Your user.', resolve: (user) => user }),
  }),
})

queryField('viewer', getViewer, { type: ViewerType, description: 'The user of the token.' })

queryField('user', getUser, {
  type: UserType,
  description: 'A user.',
  rename: { userId: 'id' },
})

const exportUrl = {
  type: 'URL',
  from: ({ id }: User, { urls }: GraphQLContext) => userDataUrl(urls, id),
} as const

queryField('exportViewerData', exportViewerData, {
  ...exportUrl,
  description:
    'The URL of all data about you as one JSON document: your profile, memberships, tokens without their secrets, and what you wrote. It needs no token and is valid for minutes.',
})
queryField('exportUserData', exportUserData, {
  ...exportUrl,
  description: 'The same about any user. Only operators can get the data of other users.',
  rename: { userId: 'id' },
})

const user = { type: UserType, description: 'The user.', from: (row: User) => row }

mutation('updateUser', updateUser, {
  description:
    'Changes your own account. Omitted fields do not change. Operators can change the email address of other users.',
  omit: ['isOperator'],
  payload: { user },
})
mutation(
  'setUserOperator',
  { ...updateUser, input: SetUserOperator },
  {
    description:
      'Makes a user an operator of this instance, or removes them. Only operators can do this. The last operator cannot be removed.',
    payload: { user },
  },
)

mutation('deleteViewer', deleteViewer, {
  description:
    'Deletes your account for good. What you wrote stays, by a former member. The last operator of the instance and the last admin of an organization cannot be deleted.',
  payload: deletedPayload('The ID of the deleted user.'),
})
mutation('deleteUser', deleteUser, {
  description:
    'Deletes a user for good. Only operators can delete other users. What the user wrote stays, by a former member. The last operator of the instance and the last admin of an organization cannot be deleted.',
  payload: deletedPayload('The ID of the deleted user.'),
})

eventSubject({
  name: 'user',
  within: 'space',
  what: 'the user that the event concerns',
  type: UserType,
  // Every user who can see the event can see the user it concerns.
  loader: participantById,
})
