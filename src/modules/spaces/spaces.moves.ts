import { forbidden } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import type { Space } from '../../generated/prisma/client.ts'
import {
  collectionById,
  dropAccess,
  keyAmongSiblings,
  requireBothOrganizations,
  requirePlace,
  requireTransferable,
  stillVisible,
  underLock,
} from '../collections/index.ts'
import { copyContent, NO_EDITS, writeRevision } from '../revisions/index.ts'
import { reachOf } from './spaces.access.ts'
import { getSpaceRow, spaceById } from './spaces.loaders.ts'
import { DuplicateSpace, MoveSpace, TransferSpace } from './spaces.model.ts'
import { mayManage } from './spaces.policy.ts'
import { emitAbout, emitAccessChanged, getManaged, readAgain } from './spaces.service.ts'

export const moveSpace = operation({
  id: 'spaces.move',
  input: MoveSpace,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { spaceId, parent }) =>
    underLock(ctx, async () => {
      const space = await getManaged(ctx, spaceId)
      const { organizationId } = space
      const parentId = parent === undefined ? space.parentId : parent
      // A new position among the same siblings does not need the right to create in the parent.
      if (parentId !== space.parentId) await requirePlace(ctx, { organizationId, parentId })
      return { organizationId, parentId, space }
    }),
  run: async (ctx, { position }, { space, ...place }) => {
    const orderKey = await keyAmongSiblings(ctx, place, position, space.id)
    await ctx.tx.space.update({
      where: { id: space.id },
      data: { parentId: place.parentId, orderKey, updatedAt: ctx.now() },
    })
    emitAbout(ctx, space, 'space.moved')
    if (place.parentId !== space.parentId) emitAccessChanged(ctx, space)
    return readAgain(ctx, space.id)
  },
})

export const transferSpace = operation({
  id: 'spaces.transfer',
  input: TransferSpace,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { spaceId, organization }) =>
    underLock(ctx, async () => {
      const space = await getSpaceRow(ctx.reads, spaceId)
      const mayGiveAway = mayManage(await reachOf(ctx.reads, spaceId))
      await requireBothOrganizations(ctx, space.organizationId, organization, mayGiveAway)
      await requireTransferable(ctx, spaceId)
      return space
    }, [organization]),
  run: async (ctx, { organization: organizationId }, space) => {
    const place = { organizationId, parentId: null }
    const orderKey = await keyAmongSiblings(ctx, place, undefined)
    await ctx.tx.space.update({
      where: { id: space.id },
      data: { ...place, orderKey, updatedAt: ctx.now() },
    })
    await dropAccess(ctx, [space.id])
    emitAbout(ctx, space, 'space.transferred')
    emitAccessChanged(ctx, space)
    emitAbout(ctx, { id: space.id, organizationId }, 'space.transferred')
    return readAgain(ctx, space.id)
  },
})

/**
 * A copy of the current content, placed directly after the original, without its comments, change requests
 * and grants.
 */
export const duplicateSpace = operation({
  id: 'spaces.duplicate',
  input: DuplicateSpace,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { spaceId }) => underLock(ctx, () => requireDuplicable(ctx, spaceId)),
  run: (ctx, _input, space) => copySpace(ctx, space),
})

/** A space that the caller can copy to the place after it. Called under the lock on its organization. */
export async function requireDuplicable(ctx: WriteContext, spaceId: string): Promise<Space> {
  const space = await getManaged(ctx, spaceId)
  const { parentId } = space
  if (parentId !== null && !(await ctx.reads.load(collectionById, parentId))) {
    throw forbidden(
      'The copy is placed next to the original, where you cannot create spaces. You need the create role or higher there.',
    )
  }
  await requirePlace(ctx, space)
  return space
}

/** Copies the current content of a space into a new one, directly after it. */
export async function copySpace(ctx: WriteContext, space: Space): Promise<Space> {
  const { organizationId, parentId } = space
  const [id, revisionId, now] = [newId('Space'), newId('Revision'), ctx.now()]
  const position = { after: { type: 'space' as const, space: space.id } }
  const orderKey = await keyAmongSiblings(ctx, { organizationId, parentId }, position)
  // Locked until commit, so that content and its indexes are copied from one point in time: writers of
  // main content lock the same row.
  await ctx.tx.$queryRaw`SELECT 1 FROM "Space" WHERE "id" = ${space.id} FOR SHARE`
  // Read now and not with the space: content may have changed during the wait for the lock.
  const original = await ctx.tx.space.findUniqueOrThrow({ where: { id: space.id } })
  const content = await ctx.tx.revision.findUniqueOrThrow({ where: { id: original.revisionId } })
  await ctx.tx.space.create({
    data: {
      id,
      organizationId,
      parentId,
      orderKey,
      title: original.title,
      emoji: original.emoji,
      iconURL: original.iconURL,
      language: original.language,
      editMode: original.editMode,
      ...(original.mergeRules ? { mergeRules: original.mergeRules } : {}),
      defaultLevel: original.defaultLevel,
      revisionId,
      // Its indexes are copied unchanged.
      indexVersion: original.indexVersion,
      createdById: ctx.viewer.userId,
      createdAt: now,
      updatedAt: now,
    },
  })
  await copyContent(ctx.reads.db, content, id)
  // Its history begins here: users who can see only the copy cannot see revisions of the original.
  await writeRevision({ tx: ctx.tx, db: ctx.reads.db }, { ...content, spaceId: id }, NO_EDITS, {
    id: revisionId,
    type: 'edits',
    parents: [],
    createdById: ctx.viewer.userId,
    createdAt: now,
  })
  emitAbout(ctx, { id, organizationId }, 'space.duplicated', { original: space.id })
  return stillVisible(await ctx.reads.load(spaceById, id))
}
