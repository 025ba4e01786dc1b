import type { ObjectRef } from '@pothos/core'
import { ScopeSchema, scopes } from '../../core/access/viewer.ts'
import type { ApiToken } from '../../generated/prisma/client.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation } from '../../graphql/field.ts'
import { ViewerType } from '../users/index.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './tokens.service.ts'

const ScopeEnum = graphqlEnum(
  'TokenScope',
  ScopeSchema,
  'What a token may be limited to. Writing includes reading.',
  () => Object.fromEntries(scopes.entries()),
)

const ApiTokenNode = builder.prismaNode('ApiToken', {
  description: 'A token that acts as its user. The token itself is shown once, when it is made.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    label: t.exposeString('label', { description: 'What it is for.' }),
    scopes: t.field({
      type: [ScopeEnum],
      description: 'What it is limited to; empty means nothing beyond what its user may do.',
      resolve: (token) => token.scopes.flatMap((scope) => ScopeSchema.safeParse(scope).data ?? []),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
  }),
})
const ApiTokenType = ApiTokenNode as unknown as ObjectRef<Types, ApiToken>

connection(ViewerType, 'apiTokens', listApiTokens, {
  type: connectionType('ApiToken', ApiTokenType),
  description: 'Your API tokens, newest first.',
})

mutation('createApiToken', createApiToken, {
  description: 'Makes an API token for yourself, or as an operator of this instance for anybody.',
  payload: {
    apiToken: { type: ApiTokenType, description: 'What is kept of it.', from: ({ apiToken }) => apiToken },
    token: { type: 'String', description: 'The token. It is shown only here.', from: ({ token }) => token },
  },
})

mutation('revokeApiToken', revokeApiToken, {
  description: 'Ends one of your API tokens and every connection that lives on it.',
  payload: deletedPayload('The id of the token.'),
})
