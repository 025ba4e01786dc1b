import { defineModule } from '../../core/operations/module.ts'
import { facts } from './users.facts.ts'
import { userById } from './users.loaders.ts'
import { routes } from './users.rest.ts'
import { getUser, getViewer, updateUser } from './users.service.ts'
import './users.graphql.ts'

export const users = defineModule({
  name: 'users',
  facts,
  operations: [getViewer, getUser, updateUser],
  lists: [],
  routes,
  nodes: { User: userById },
})

export { LocationUrls, UserType, ViewerType } from './users.graphql.ts'
export { knownUserById, participantById, userById } from './users.loaders.ts'
export { DisplayName, Email, joinedUser, type UserColumns, WebAddress } from './users.model.ts'
export { mayAppointOperators, mayIssueTokensFor } from './users.policy.ts'
export { RestUser, toRestUser } from './users.rest.ts'
export { emitAboutUser, getUserRow, updateUser } from './users.service.ts'
