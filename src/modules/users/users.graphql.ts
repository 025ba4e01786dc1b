import type { ObjectRef } from '@pothos/core'
import type { User } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { mutation, queryField } from '../../graphql/field.ts'
import { showWithOthers } from '../../graphql/type-scopes.ts'
import { contactOf } from './contact.ts'
import { participantById } from './users.loaders.ts'
import { SetUserOperator } from './users.model.ts'
import { getUser, getViewer, updateUser } from './users.service.ts'
import { userUrl } from './users.urls.ts'

/** The URLs that most resources have. */
export const LocationUrls = builder.objectRef<{ location: string }>('LocationUrls').implement({
  description: 'Where the resource is found.',
  fields: (t) => ({
    location: t.expose('location', { type: 'URL', description: 'Its address at the REST API.' }),
  }),
})

showWithOthers('User')
export const UserNode = builder.prismaNode('User', {
  description: 'A person with an account on this instance.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    displayName: t.exposeString('displayName', { description: 'The name that others see.' }),
    email: t.string({
      nullable: true,
      description: 'The e-mail address, if there is one. Guests see only their own.',
      resolve: (user, _args, { caller }) => {
        const contact = contactOf(caller, user)
        return contact instanceof Promise ? contact.then(({ email }) => email) : contact.email
      },
    }),
    photoURL: t.expose('photoURL', { type: 'URL', nullable: true, description: 'A picture of them.' }),
    isOperator: t.boolean({
      description: 'Whether they operate this instance. False for guests, who are not told.',
      resolve: (user, _args, { caller }) => {
        const contact = contactOf(caller, user)
        return contact instanceof Promise ? contact.then(({ isOperator }) => isOperator) : contact.isOperator
      },
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'Where this user is found.',
      resolve: (user, _args, { urls }) => ({ location: userUrl(urls, user.id) }),
    }),
  }),
})
// A node ref has the id helpers of the relay plugin; fields elsewhere need only its shape.
export const UserType = UserNode as unknown as ObjectRef<Types, User>

/** The caller. Fields of their own account that nobody else can see are defined here. */
export const ViewerType = builder.objectRef<User>('Viewer').implement({
  description: 'You: the user behind the token, and what is yours.',
  fields: (t) => ({
    user: t.field({ type: UserType, description: 'Your account.', resolve: (user) => user }),
  }),
})

queryField('viewer', getViewer, { type: ViewerType, description: 'The user behind the token.' })

queryField('user', getUser, {
  type: UserType,
  description: 'A user by id.',
  rename: { userId: 'id' },
})

const user = { type: UserType, description: 'The user as they are now.', from: (row: User) => row }

mutation('updateUser', updateUser, {
  description: 'Changes your own account. What is left out stays as it is.',
  omit: ['isOperator'],
  payload: { user },
})
mutation(
  'setUserOperator',
  { ...updateUser, input: SetUserOperator },
  {
    description:
      'Appoints or dismisses an operator of this instance. Only operators may; the last one stays.',
    payload: { user },
  },
)

eventSubject({
  name: 'user',
  within: 'space',
  what: 'the user whom it concerns',
  type: UserType,
  // Every user who can see the event can see the user it concerns.
  loader: participantById,
})
