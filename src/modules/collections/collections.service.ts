import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { newId } from '../../core/ids.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import type { Collection } from '../../generated/prisma/client.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { reachOfCollection } from './collections.access.ts'
import {
  collectionById,
  collectionsOfCollection,
  collectionsOfOrganization,
  getCollectionRow,
  grantedCollections,
  grantedTopCollections,
  topCollections,
} from './collections.loaders.ts'
import {
  CreateCollection,
  DeleteCollection,
  GetCollection,
  ListCollections,
  ListCollectionsFilters,
  UpdateCollection,
} from './collections.model.ts'
import { mayManageCollection } from './collections.policy.ts'
import { requireMayGiveLevel, requirePlace, stillVisible, underLock } from './placement.ts'
import { keyAmongSiblings } from './siblings.ts'
import { settleTree } from './tree.ts'
import { wasDeleted } from './was-deleted.ts'

export const listCollections = listOperation({
  id: 'collections.list',
  input: ListCollections,
  filters: ListCollectionsFilters,
  scope: 'space:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: ({ viewerRole }, { nested }) => {
    if (viewerRole === null) return nested ? grantedCollections : grantedTopCollections
    return nested ? collectionsOfOrganization : topCollections
  },
})

export const listChildCollections = listOperation({
  id: 'collections.children',
  input: GetCollection,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, { collectionId }) => getCollectionRow(ctx.reads, collectionId),
  list: () => collectionsOfCollection,
})

export const getCollection = readOperation({
  id: 'collections.get',
  input: GetCollection,
  scope: 'space:read',
  read: (ctx, { collectionId }) => getCollectionRow(ctx.reads, collectionId),
})

export const createCollection = operation({
  id: 'collections.create',
  input: CreateCollection,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { organizationId, parent: parentId = null }) =>
    underLock(ctx, async () => ({
      organizationId,
      parent: await requirePlace(ctx, { organizationId, parentId }),
    })),
  run: async (ctx, input, { organizationId, parent }) => {
    const id = newId('Collection')
    const now = ctx.now()
    await ctx.tx.collection.create({
      data: {
        id,
        organizationId,
        parentId: parent?.id ?? null,
        title: input.title ?? 'Untitled',
        resolvedLevel: parent ? parent.resolvedLevel : 'inherit',
        ancestorIds: [...(parent?.ancestorIds ?? []), id],
        orderKey: await keyAmongSiblings(ctx, { organizationId, parentId: parent?.id ?? null }, undefined),
        createdAt: now,
        updatedAt: now,
      },
    })
    emitAbout(ctx, { id, organizationId }, 'collection.created')
    return getCollectionRow(ctx.reads, id)
  },
})

export const updateCollection = operation({
  id: 'collections.update',
  input: UpdateCollection,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { collectionId, defaultLevel }) => {
    const read = async () => {
      const collection = await getManaged(ctx, collectionId)
      requireMayGiveLevel(await reachOfCollection(ctx.reads, collectionId), defaultLevel)
      return collection
    }
    // Only the level affects collections below; a title needs no lock.
    return defaultLevel === undefined ? read() : underLock(ctx, read)
  },
  changes: (collection) => rowOf('Collection', collection),
  run: async (ctx, { title, description, defaultLevel }, collection) => {
    if (title === undefined && description === undefined && defaultLevel === undefined) return collection
    await ctx.tx.collection.update({
      where: { id: collection.id },
      data: {
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description: description || null }),
        updatedAt: ctx.now(),
      },
    })
    if (defaultLevel !== undefined) await settleTree(ctx, { ...collection, defaultLevel })
    emitAbout(ctx, collection, 'collection.updated')
    if (defaultLevel !== undefined && defaultLevel !== collection.defaultLevel)
      emitAccessChanged(ctx, collection)
    return readAgain(ctx, collection.id)
  },
})

/** Returns whether it existed: deleting a collection that is already deleted succeeds. */
export const deleteCollection = operation({
  id: 'collections.delete',
  input: DeleteCollection,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { collectionId }) =>
    underLock(ctx, async () => {
      if (await ctx.reads.load(collectionById, collectionId)) return getManaged(ctx, collectionId)
      if (await wasDeleted(ctx, 'collection', collectionId)) return null
      throw notFound('This collection')
    }),
  changes: (collection) => rowOf('Collection', collection),
  run: async (ctx, { collectionId }, collection) => {
    if (!collection) return { deletedId: collectionId, existed: false }
    await requireEmpty(ctx, collection.id)
    // Deleted spaces can still be restored, so they move to the parent of the collection.
    await ctx.tx.space.updateMany({
      where: { parentId: collection.id },
      data: { parentId: collection.parentId },
    })
    await ctx.tx.collection.delete({ where: { id: collection.id } })
    emitAbout(ctx, collection, 'collection.deleted')
    return { deletedId: collectionId, existed: true }
  },
})

/** Contents that the caller cannot see count too; the lock keeps others from adding to them. */
async function requireEmpty(ctx: WriteContext, parentId: string): Promise<void> {
  const [space, collection] = [
    await ctx.tx.space.findFirst({ where: { parentId, deletedAt: null }, select: { id: true } }),
    await ctx.tx.collection.findFirst({ where: { parentId }, select: { id: true } }),
  ]
  if (space || collection) {
    throw new DomainError('conflict', 'The collection is not empty. Move or delete its contents first.')
  }
}

/**
 * A collection that the caller manages: not found when it is invisible, forbidden when it is visible but
 * not managed by the caller.
 */
export async function getManaged(ctx: WriteContext, collectionId: string): Promise<Collection> {
  const collection = await getCollectionRow(ctx.reads, collectionId)
  if (!mayManageCollection(await reachOfCollection(ctx.reads, collectionId))) {
    throw forbidden('You need the create role or higher in this collection to manage it.')
  }
  return collection
}

/** The row after this transaction's own writes. */
export async function readAgain(ctx: WriteContext, collectionId: string): Promise<Collection> {
  ctx.reads.forget()
  return stillVisible(await ctx.reads.load(collectionById, collectionId))
}

export function emitAbout(
  ctx: WriteContext,
  { id, organizationId }: Pick<Collection, 'id' | 'organizationId'>,
  type: EventType,
): void {
  ctx.emit({ organizationId, type, subject: { collection: id } })
}

/** Everything inside inherits from the collection, and what somebody loses can only be seen from where it was. */
export function emitAccessChanged(
  ctx: WriteContext,
  { id, organizationId, parentId }: Pick<Collection, 'id' | 'organizationId' | 'parentId'>,
): void {
  ctx.emit({
    organizationId,
    type: 'collection.access_changed',
    subject: { collection: id, ...(parentId === null ? {} : { parent: parentId }) },
  })
}
