import { defineModule } from '../../core/module.ts'
import { userById } from './users.loaders.ts'
import { routes } from './users.rest.ts'
import { getUser, getViewer } from './users.service.ts'
import './users.graphql.ts'

export const users = defineModule({
  name: 'users',
  operations: [getViewer, getUser],
  lists: [],
  routes,
  nodes: { User: { loader: userById, scope: 'user:read' } },
})

export { LocationUrls, UserType, ViewerType } from './users.graphql.ts'
export { participantById, userById } from './users.loaders.ts'
export { joinedUser } from './users.model.ts'
export { RestUser, toRestUser } from './users.rest.ts'
