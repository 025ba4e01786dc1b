import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation } from '../../graphql/field.ts'
import { ViewerType } from '../users/index.ts'
import { SignInMethod } from './sessions.model.ts'
import { endOtherSessions, endSession, listSessions, type SessionRow } from './sessions.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Session: SessionRow
  }
}

const SignInMethodEnum = graphqlEnum('SignInMethod', SignInMethod, 'A way to sign in.', {
  password: 'With an email address and a password.',
  passkey: 'With a passkey.',
  provider: 'With an account at an OpenID provider.',
  token: 'With an API token.',
  link: 'With a link that was sent to the person, to set up an account, to join or to reset a password.',
})

const SessionType = builder.prismaNode('Session', {
  description: 'A browser in which you are signed in.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    method: t.field({
      type: SignInMethodEnum,
      description: 'How you signed in.',
      resolve: ({ method }) => SignInMethod.parse(method),
    }),
    browser: t.exposeString('browser', { description: 'The header User-Agent of the browser.' }),
    address: t.exposeString('address', { description: 'The IP address from which you signed in.' }),
    isCurrent: t.boolean({
      description: 'Whether it is the session that sent this request.',
      resolve: ({ id }, _args, { caller }) => caller.viewer?.tokenId === id,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When you signed in.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'When it was last used, rounded to the minute.',
    }),
    endsAt: t.field({
      type: 'DateTime',
      description: 'When it ends if it is not used until then.',
      resolve: ({ endsAt }) => endsAt,
    }),
  }),
})

connection(ViewerType, 'sessions', listSessions, {
  type: connectionType('Session', SessionType),
  description: 'The browsers in which you are signed in, newest first.',
})

mutation('endSession', endSession, {
  description: 'Ends one of your sessions and closes all connections that use it.',
  payload: deletedPayload('The ID of the session.'),
})

mutation('endOtherSessions', endOtherSessions, {
  description: 'Ends all of your sessions except the one that sends this, and closes their connections.',
  payload: {
    count: {
      type: 'Int',
      description: 'The number of sessions that were ended.',
      from: ({ count }) => count,
    },
  },
})
