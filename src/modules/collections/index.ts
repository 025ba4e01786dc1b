import { defineModule } from '../../core/operations/module.ts'
import { facts } from './collections.facts.ts'
import { collectionById } from './collections.loaders.ts'
import { moveCollection, transferCollection } from './collections.moves.ts'
import { routes } from './collections.rest.ts'
import {
  createCollection,
  deleteCollection,
  getCollection,
  listChildCollections,
  listCollections,
  updateCollection,
} from './collections.service.ts'
import './collections.graphql.ts'

export const collections = defineModule({
  name: 'collections',
  facts,
  operations: [
    getCollection,
    createCollection,
    updateCollection,
    deleteCollection,
    moveCollection,
    transferCollection,
  ],
  lists: [listCollections, listChildCollections],
  routes,
  nodes: { Collection: collectionById },
})

export {
  collectionsGranted,
  joinCollectionAccess,
  joinPlacedAccess,
  placedParts,
  reachedRows,
  reachOfCollection,
} from './collections.access.ts'
export { CollectionType, DefaultLevelEnum } from './collections.graphql.ts'
export { collectionById, getCollectionRow } from './collections.loaders.ts'
export { DefaultLevel, destination, levelField, targetOrganization } from './collections.model.ts'
export { dropAccess } from './collections.moves.ts'
export { type CollectionReach, mayManageCollection } from './collections.policy.ts'
export { RestCollection, toRestCollection, visibleParentId } from './collections.rest.ts'
export { effectiveRole, highestGrant, principals } from './effective-role.ts'
export {
  checkTransfers,
  requireBothOrganizations,
  requireMayGiveLevel,
  requirePlace,
  requireTransferable,
  stillVisible,
  underLock,
} from './placement.ts'
export { keyAmongSiblings } from './siblings.ts'
export { wasDeleted } from './was-deleted.ts'
