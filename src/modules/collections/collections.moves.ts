import { DomainError } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { statement } from '../../platform/statements/statement.ts'
import { joinCollectionAccess, joinPlacedAccess, reachOfCollection } from './collections.access.ts'
import { getCollectionRow } from './collections.loaders.ts'
import { MoveCollection, TransferCollection } from './collections.model.ts'
import { mayManageCollection } from './collections.policy.ts'
import { emitAbout, emitAccessChanged, getManaged, readAgain } from './collections.service.ts'
import { requireBothOrganizations, requirePlace, requireTransferable, underLock } from './placement.ts'
import { keyAmongSiblings } from './siblings.ts'
import { settleTree } from './tree.ts'

export const moveCollection = operation({
  id: 'collections.move',
  input: MoveCollection,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { collectionId, parent }) =>
    underLock(ctx, async () => {
      const collection = await getManaged(ctx, collectionId)
      const { organizationId } = collection
      const parentId = parent === undefined ? collection.parentId : parent
      // A new position among the same siblings does not need the right to create in the parent.
      if (parentId !== collection.parentId) {
        const into = await requirePlace(ctx, { organizationId, parentId })
        if (into?.ancestorIds.includes(collectionId)) {
          throw new DomainError(
            'conflict',
            'A collection cannot be moved into itself or into a collection inside it.',
          )
        }
      }
      return { organizationId, parentId, collection }
    }),
  run: async (ctx, { position }, { collection, organizationId, parentId }) => {
    const orderKey = await keyAmongSiblings(ctx, { organizationId, parentId }, position, collection.id)
    await settleTree(ctx, { ...collection, parentId, orderKey })
    emitAbout(ctx, collection, 'collection.moved')
    if (parentId !== collection.parentId) emitAccessChanged(ctx, collection)
    return readAgain(ctx, collection.id)
  },
})

export const transferCollection = operation({
  id: 'collections.transfer',
  input: TransferCollection,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { collectionId, organization }) =>
    underLock(ctx, async () => {
      const collection = await getCollectionRow(ctx.reads, collectionId)
      const mayManage = mayManageCollection(await reachOfCollection(ctx.reads, collectionId))
      await requireBothOrganizations(ctx, collection.organizationId, organization, mayManage)
      await requireEverythingInside(ctx, collectionId)
      await requireTransferable(ctx, collectionId)
      return collection
    }, [organization]),
  run: async (ctx, { organization: organizationId }, collection) => {
    const orderKey = await keyAmongSiblings(ctx, { organizationId, parentId: null }, undefined)
    const ids = await settleTree(ctx, { ...collection, organizationId, parentId: null, orderKey })
    const spaceIds = await bringSpaces(ctx, ids, organizationId)
    await dropAccess(ctx, [...ids, ...spaceIds])
    emitAbout(ctx, collection, 'collection.transferred')
    emitAccessChanged(ctx, collection)
    emitAbout(ctx, { id: collection.id, organizationId }, 'collection.transferred')
    return readAgain(ctx, collection.id)
  },
})

const NOT_MANAGED = statement<{ isSo: boolean }>({
  name: 'notManagedInside',
  text: `WITH inside AS (SELECT "id" FROM "Collection" WHERE "ancestorIds" @> ARRAY[$1::text])
    SELECT EXISTS (SELECT 1 FROM inside WHERE "id" NOT IN (SELECT c."id" FROM "Collection" c
        ${joinCollectionAccess('$2')} WHERE c."ancestorIds" @> ARRAY[$1::text] AND access."role" >= 'create'))
      OR EXISTS (SELECT 1 FROM "Space" held WHERE held."parentId" IN (SELECT "id" FROM inside)
        AND held."id" NOT IN (SELECT s."id" FROM "Space" s ${joinPlacedAccess('s', '$2')}
          WHERE s."parentId" IN (SELECT "id" FROM inside) AND access."role" >= 'create')) AS "isSo"`,
})

/** A transfer includes everything inside, so the caller needs the right to transfer each of them. */
async function requireEverythingInside(ctx: WriteContext, collectionId: string): Promise<void> {
  const [answer] = await ctx.reads.db.query(NOT_MANAGED, [collectionId, ctx.viewer.userId])
  if (!answer?.isSo) return
  throw new DomainError(
    'precondition_failed',
    'This collection contains spaces or collections in which you do not have the create role. Move them out first, or ask an admin to transfer it.',
  )
}

/** Deleted spaces are transferred too: they are restored into their collection. */
async function bringSpaces(
  ctx: WriteContext,
  parentIds: string[],
  organizationId: string,
): Promise<string[]> {
  const spaces = await ctx.tx.space.updateManyAndReturn({
    where: { parentId: { in: parentIds } },
    data: { organizationId },
    select: { id: true },
  })
  return spaces.map(({ id }) => id)
}

/** Removes the grants of the old organization's users and teams, and the invite links that gave them. */
export async function dropAccess(ctx: WriteContext, ids: string[]): Promise<void> {
  await ctx.tx.grant.deleteMany({ where: { targetId: { in: ids } } })
  await ctx.tx.invite.deleteMany({
    where: { OR: [{ spaceId: { in: ids } }, { collectionId: { in: ids } }] },
  })
}
