import { defineModule } from '../../core/operations/module.ts'
import { createNotificationsToken } from './notifications-token.ts'
import { TokenAuthentication } from './tokens.authentication.ts'
import { facts } from './tokens.facts.ts'
import { dataOfTokens } from './tokens.personal.ts'
import { routes } from './tokens.rest.ts'
import { apiTokenById, createApiToken, listApiTokens, revokeApiToken } from './tokens.service.ts'
import './tokens.graphql.ts'

export const tokens = defineModule({
  name: 'tokens',
  facts,
  personalData: [dataOfTokens],
  operations: [createApiToken, createNotificationsToken, revokeApiToken],
  lists: [listApiTokens],
  routes,
  nodes: { ApiToken: apiTokenById },
  authentication: (options) => new TokenAuthentication(options),
})

export { declareCredentials, endCredentials, revokeTokensOf } from './credentials.ts'
export { disableUser, enableUser } from './disabling.ts'
export { digestOf, newToken } from './tokens.authentication.ts'
export { createApiToken } from './tokens.service.ts'
