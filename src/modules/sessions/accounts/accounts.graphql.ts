import type { User } from '../../../generated/prisma/client.ts'
import { mutation } from '../../../graphql/field.ts'
import { UserType } from '../../users/index.ts'
import {
  createPasswordReset,
  disableUser,
  enableUser,
  endUserSessions,
  revokeUserApiTokens,
} from './accounts.service.ts'

mutation('createPasswordReset', createPasswordReset, {
  description:
    'Creates a link with which a user sets a new password, to send to them. For operators, and for admins of all organizations that the user is in.',
  payload: {
    link: {
      type: 'URL',
      description: 'The link. It works once, and is returned only once.',
      from: ({ link }) => link,
    },
    expiresAt: {
      type: 'DateTime',
      description: 'When the link stops working.',
      from: ({ expiresAt }) => expiresAt,
    },
  },
})

mutation('endUserSessions', endUserSessions, {
  description:
    'Ends all sessions of a user, and closes their connections. For operators, and for admins of all organizations that the user is in.',
  payload: {
    count: {
      type: 'Int',
      description: 'The number of sessions that were ended.',
      from: ({ count }) => count,
    },
  },
})

mutation('revokeUserApiTokens', revokeUserApiTokens, {
  description:
    'Revokes all API tokens of a user, and closes their connections. For operators, and for admins of all organizations that the user is in.',
  payload: {
    count: {
      type: 'Int',
      description: 'The number of tokens that were revoked.',
      from: ({ count }) => count,
    },
  },
})

mutation('disableUser', disableUser, {
  description:
    'Disables a user: all sessions and API tokens end, and no new ones can be created until the user is enabled. What the user wrote stays. Only operators can do this, and not to themselves.',
  payload: {
    user: { type: UserType, description: 'The user.', from: ({ user }) => user },
    count: {
      type: 'Int',
      description: 'The number of sessions and tokens that were ended.',
      from: ({ count }) => count,
    },
  },
})

mutation('enableUser', enableUser, {
  description: 'Lets a disabled user sign in and have API tokens again. Only operators can do this.',
  payload: { user: { type: UserType, description: 'The user.', from: (user: User) => user } },
})
