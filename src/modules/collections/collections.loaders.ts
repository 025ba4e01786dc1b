import { notFound } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { RequestLoaders, SortColumn } from '../../core/lists/definitions.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type Collection, Prisma } from '../../generated/prisma/client.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import {
  COLLECTION_REACH,
  collectionsGranted,
  joinCollectionAccess,
  noteCollectionReach,
  reachedRows,
} from './collections.access.ts'
import type { CollectionFilters } from './collections.model.ts'

const COLUMNS = `${columnsOf('c', Prisma.CollectionScalarFieldEnum)}, ${COLLECTION_REACH}`

function noted(row: Collection, reads: RequestLoaders): Collection {
  noteCollectionReach(reads, row)
  return row
}

export const collectionById = loaderById<Collection>({
  name: 'collectionById',
  scope: 'space:read',
  text: `SELECT ${COLUMNS} FROM "Collection" c ${joinCollectionAccess('$2')} WHERE c."id" = ANY($1)`,
  shape: noted,
})

const byId: SortColumn<Collection> = { sql: 'c."id"', type: 'text', value: (collection) => collection.id }
const byPosition: SortColumn<Collection>[] = [
  { sql: 'c."orderKey"', type: 'text', value: (collection) => collection.orderKey },
  byId,
]

const common = {
  columns: COLUMNS,
  from: `"Collection" c ${joinCollectionAccess(VIEWER)}`,
  key: ({ id }: { id: string }) => id,
  order: () => 'asc' as const,
  shape: (row: Collection, _parent: object, reads: RequestLoaders) => noted(row, reads),
}

/** The collections of an organization that the viewer can see, oldest first. */
export const collectionsOfOrganization = defineList<OrganizationRow, CollectionFilters, Collection>({
  ...common,
  name: 'collections',
  match: 'c."organizationId" = p.key',
  sort: [byId],
})

/** The collections at the top of an organization, by position. */
export const topCollections = defineList<OrganizationRow, CollectionFilters, Collection>({
  ...common,
  name: 'topCollections',
  match: 'c."organizationId" = p.key AND c."parentId" IS NULL',
  sort: byPosition,
})

const granted = {
  from: `${reachedRows('Collection', 'c', collectionsGranted(VIEWER))} ${joinCollectionAccess(VIEWER)}`,
}

/** The same two lists for a guest, who sees only collections with a grant. */
export const grantedCollections: typeof collectionsOfOrganization = defineList({
  ...collectionsOfOrganization,
  ...granted,
  sort: [{ ...byId, sql: 'reached."id"' }],
})
export const grantedTopCollections: typeof topCollections = defineList({ ...topCollections, ...granted })

/** The direct subcollections of a collection, by position. */
export const collectionsOfCollection = defineList<Collection, object, Collection>({
  ...common,
  name: 'childCollections',
  match: 'c."parentId" = p.key',
  sort: byPosition,
})

export async function getCollectionRow(reads: RequestLoaders, collectionId: string): Promise<Collection> {
  const collection = await reads.load(collectionById, collectionId)
  if (!collection) throw notFound('This collection')
  return collection
}
