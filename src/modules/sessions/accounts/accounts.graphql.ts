import { mutation } from '../../../graphql/field.ts'
import { createPasswordReset, endUserSessions } from './accounts.service.ts'

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
