import { z } from 'zod'
import type { Collection } from '../../generated/prisma/client.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { collectionReach } from './collections.access.ts'
import { collectionById } from './collections.loaders.ts'
import { DefaultLevel } from './collections.model.ts'
import { moveCollection, transferCollection } from './collections.moves.ts'
import { collectionPermissions } from './collections.policy.ts'
import {
  createCollection,
  deleteCollection,
  getCollection,
  listChildCollections,
  listCollections,
  updateCollection,
} from './collections.service.ts'
import { collectionUrl } from './collections.urls.ts'

export const RestCollection = z
  .object({
    object: z.literal('collection'),
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    organization: z.string(),
    parent: z.string().optional(),
    position: z.string(),
    defaultLevel: DefaultLevel.nullable(),
    urls: z.object({ location: z.string(), app: z.string() }),
    permissions: collectionPermissions.schema,
  })
  .meta({ id: 'Collection' })

/** The parent collection. Its id is left out when the viewer cannot see it. */
export async function visibleParentId(
  parentId: string | null,
  { caller }: View,
): Promise<string | undefined> {
  return parentId === null ? undefined : (await caller.load(collectionById, parentId))?.id
}

export async function toRestCollection(
  collection: Collection,
  view: View,
): Promise<z.input<typeof RestCollection>> {
  const { caller, urls } = view
  // Read together, so that the parents of a whole page take one statement.
  const [parent, reach] = await Promise.all([
    visibleParentId(collection.parentId, view),
    caller.load(collectionReach, collection.id),
  ])
  return {
    object: 'collection',
    id: collection.id,
    title: collection.title,
    description: collection.description ?? undefined,
    organization: collection.organizationId,
    parent,
    position: collection.orderKey,
    defaultLevel: collection.defaultLevel,
    urls: { location: collectionUrl(urls, collection.id), app: urls.app(`/c/${collection.id}`) },
    permissions: collectionPermissions.of(reach),
  }
}

const toRestCollections = (rows: Collection[], view: View) =>
  Promise.all(rows.map((row) => toRestCollection(row, view)))

const one = { response: RestCollection, present: toRestCollection }

export const routes = [
  listRoute('/orgs/:organizationId/collections', listCollections, {
    summary: 'List the collections of an organization',
    item: RestCollection,
    present: toRestCollections,
  }),
  route('POST', '/orgs/:organizationId/collections', createCollection, {
    ...one,
    summary: 'Create a collection',
    status: 201,
    location: ({ id }, { urls }) => collectionUrl(urls, id),
  }),
  listRoute('/collections/:collectionId/collections', listChildCollections, {
    summary: 'List the direct subcollections of a collection, by position',
    item: RestCollection,
    present: toRestCollections,
  }),
  route('GET', '/collections/:collectionId', getCollection, { ...one, summary: 'Get a collection' }),
  route('PATCH', '/collections/:collectionId', updateCollection, { ...one, summary: 'Update a collection' }),
  deletion('/collections/:collectionId', deleteCollection, { summary: 'Delete an empty collection' }),
  route('POST', '/collections/:collectionId/move', moveCollection, {
    ...one,
    summary: 'Move a collection within its organization',
  }),
  route('POST', '/collections/:collectionId/transfer', transferCollection, {
    ...one,
    summary: 'Transfer a collection and its contents to another organization',
  }),
]
