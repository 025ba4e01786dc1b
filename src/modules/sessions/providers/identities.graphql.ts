import { builder } from '../../../graphql/builder.ts'
import { connection, connectionType } from '../../../graphql/connection.ts'
import { deletedPayload, mutation } from '../../../graphql/field.ts'
import { ViewerType } from '../../users/index.ts'
import { type IdentityRow, listIdentities, unlinkIdentity } from './identities.service.ts'

declare module '../../../core/node-rows.ts' {
  interface NodeRows {
    Identity: IdentityRow
  }
}

const IdentityType = builder.prismaNode('Identity', {
  description: 'An account at an OpenID provider with which you sign in.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    provider: t.exposeString('provider', { description: 'The name of the provider on this server.' }),
    issuer: t.exposeString('issuer', { description: 'The URL that identifies the provider.' }),
    subject: t.exposeString('subject', { description: 'The ID of the account at the provider.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The email address that the provider has verified, as of the last sign-in.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When you linked it.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When you last signed in with it.',
    }),
  }),
})

connection(ViewerType, 'identities', listIdentities, {
  type: connectionType('Identity', IdentityType),
  description: 'Your accounts at OpenID providers with which you sign in, oldest first.',
})

mutation('unlinkIdentity', unlinkIdentity, {
  description:
    'Unlinks an account at an OpenID provider, and ends other sessions that it started. Your last way to sign in cannot be unlinked.',
  payload: deletedPayload('The ID of the identity.'),
})
