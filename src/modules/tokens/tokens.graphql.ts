import { ScopeSchema, scopes } from '../../core/access/viewer.ts'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation } from '../../graphql/field.ts'
import { ViewerType } from '../users/index.ts'
import { createNotificationsToken } from './notifications-token.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './tokens.service.ts'

const ScopeEnum = graphqlEnum(
  'TokenScope',
  ScopeSchema,
  'The scopes that a token can be limited to. Writing includes reading.',
  () => Object.fromEntries(scopes.entries()),
)

const ApiTokenType = builder.prismaNode('ApiToken', {
  description: 'An API token, which acts as its user. The secret is returned once, on creation.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    label: t.exposeString('label', { description: 'A description of its purpose.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description:
        'The scopes that the token is limited to. Empty if it may do everything that its user may do.',
      resolve: (token) => token.scopes.flatMap((scope) => ScopeSchema.safeParse(scope).data ?? []),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token expires. Null if it does not expire.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token was last used, rounded to the minute.',
    }),
  }),
})

connection(ViewerType, 'apiTokens', listApiTokens, {
  type: connectionType('ApiToken', ApiTokenType),
  description: 'Your API tokens, newest first.',
})

mutation('createApiToken', createApiToken, {
  description:
    'Creates an API token for yourself. Operators of this instance can create tokens for any user.',
  payload: {
    apiToken: {
      type: ApiTokenType,
      description: 'The new token, without its secret.',
      from: ({ apiToken }) => apiToken,
    },
    token: {
      type: 'String',
      description: 'The secret of the token. It is returned only once.',
      from: ({ token }) => token,
    },
  },
})

mutation('createNotificationsToken', createNotificationsToken, {
  description:
    'Creates a token for your notifications, which expires after an hour. It has the scopes that operations on notifications need.',
  payload: {
    apiToken: {
      type: ApiTokenType,
      description: 'The new token, without its secret.',
      from: ({ apiToken }) => apiToken,
    },
    token: {
      type: 'String',
      description: 'The secret of the token. It is returned only once.',
      from: ({ token }) => token,
    },
  },
})

mutation('revokeApiToken', revokeApiToken, {
  description: 'Revokes one of your API tokens and closes all connections that use it.',
  payload: deletedPayload('The ID of the revoked token.'),
})
