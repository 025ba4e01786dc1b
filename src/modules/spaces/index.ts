import { defineModule, nodeByOperation } from '../../core/operations/module.ts'
import { keptTable } from '../../core/personal-data.ts'
import { facts } from './spaces.facts.ts'
import { duplicateSpace, moveSpace, transferSpace } from './spaces.moves.ts'
import { purgeDeletedSpaces } from './spaces.purge.ts'
import { routes } from './spaces.rest.ts'
import {
  createSpace,
  deleteSpace,
  getSpace,
  listCollectionSpaces,
  listMemberSpaces,
  listSpaces,
  restoreSpace,
  updateSpace,
} from './spaces.service.ts'
import './spaces.graphql.ts'

export const spaces = defineModule({
  name: 'spaces',
  facts,
  personalData: [keptTable('Space', 'createdById')],
  periodic: { 'purge-spaces': ({ database, ...options }) => purgeDeletedSpaces(database, options) },
  operations: [
    getSpace,
    createSpace,
    updateSpace,
    deleteSpace,
    restoreSpace,
    duplicateSpace,
    moveSpace,
    transferSpace,
  ],
  lists: [listSpaces, listCollectionSpaces, listMemberSpaces],
  routes,
  nodes: { Space: nodeByOperation(getSpace, (spaceId) => ({ spaceId })) },
})

export { JOINED_SPACE_COLUMNS, type JoinedSpace, joinedSpace } from './joined-space.ts'
export {
  joinAccess,
  NOT_DELETED,
  noteReach,
  REACH_COLUMNS,
  type ReachColumns,
  reachOf,
  spaceReach,
} from './spaces.access.ts'
export { SpaceType } from './spaces.graphql.ts'
export { enqueueForSpace } from './spaces.jobs.ts'
export { followSpaces } from './spaces.life.ts'
export {
  deletedSpaceById,
  getSpaceRow,
  languageOf,
  noteLanguage,
  requiredSpace,
  spaceById,
} from './spaces.loaders.ts'
export { copySpace, requireDuplicable } from './spaces.moves.ts'
export {
  mayAdministrateSpace,
  mayComment,
  mayEdit,
  mayManage,
  mayMerge,
  mayReview,
  type SpaceReach,
  spacePermissions,
} from './spaces.policy.ts'
export {
  declarePublications,
  type Publication,
  type PublicationKey,
  publicationOf,
  publishedUrlsOf,
} from './spaces.publication.ts'
export { RestSpace, toRestSpace } from './spaces.rest.ts'
export { getSpace, insertSpace, requireNewSpace } from './spaces.service.ts'
export { spaceUrl } from './spaces.urls.ts'
export { usersWhoSee } from './users-who-see.ts'
