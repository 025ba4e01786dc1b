import { defineModule } from '../../core/module.ts'
import { spaceById } from './spaces.loaders.ts'
import { routes } from './spaces.rest.ts'
import { createSpace, getSpace, listSpaces } from './spaces.service.ts'
import './spaces.graphql.ts'

export const spaces = defineModule({
  name: 'spaces',
  operations: [getSpace, createSpace],
  lists: [listSpaces],
  routes,
  nodes: { Space: { loader: spaceById, scope: 'space:read' } },
})

export { membershipOf, noteReach, REACH_COLUMNS, reachOf, VISIBLE } from './spaces.access.ts'
export { SpaceType } from './spaces.graphql.ts'
export { getSpaceRow, spaceById } from './spaces.loaders.ts'
export { mayAdministrateSpace, mayComment, mayEdit, type SpaceReach } from './spaces.policy.ts'
export { getSpace } from './spaces.service.ts'
