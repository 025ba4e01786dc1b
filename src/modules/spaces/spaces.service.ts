import type { z } from 'zod'
import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { newId } from '../../core/ids.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { retentionEnd } from '../../core/purging.ts'
import type { Space } from '../../generated/prisma/client.ts'
import {
  getCollectionRow,
  keyAmongSiblings,
  requireMayGiveLevel,
  requirePlace,
  stillVisible,
  underLock,
  wasDeleted,
} from '../collections/index.ts'
import { getMemberRow } from '../members/index.ts'
import {
  getOrganizationRow,
  mayAdministrate,
  reachOfOrganization,
  requireKnownUsers,
} from '../organizations/index.ts'
import { reachOf } from './spaces.access.ts'
import { announceSpace } from './spaces.life.ts'
import {
  findRestorable,
  getSpaceRow,
  grantedSpaces,
  spaceById,
  spacesOfCollection,
  spacesOfGuest,
  spacesOfMember,
  spacesOfOrganization,
} from './spaces.loaders.ts'
import {
  CreateSpace,
  DEFAULT_EMOJI,
  DeleteSpace,
  GetSpace,
  ListCollectionSpaces,
  ListMemberSpaces,
  ListMemberSpacesFilters,
  ListSpaces,
  RestoreSpace,
  UpdateSpace,
} from './spaces.model.ts'
import { mayAdministrateSpace, mayManage } from './spaces.policy.ts'
import type { SharedSpace } from './spaces.publication.ts'

export const listSpaces = listOperation({
  id: 'spaces.list',
  input: ListSpaces,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: ({ viewerRole }) => (viewerRole === null ? grantedSpaces : spacesOfOrganization),
})

export const listCollectionSpaces = listOperation({
  id: 'spaces.listInCollection',
  input: ListCollectionSpaces,
  filters: NoFilters,
  scope: 'space:read',
  parent: (ctx, { collectionId }) => getCollectionRow(ctx.reads, collectionId),
  list: () => spacesOfCollection,
})

export const listMemberSpaces = listOperation({
  id: 'spaces.listOfMember',
  input: ListMemberSpaces,
  filters: ListMemberSpacesFilters,
  scope: 'space:read',
  parent: async (ctx, key) => {
    await getOrganizationRow(ctx.reads, key.organizationId)
    return getMemberRow(ctx.reads, key)
  },
  guard: async (ctx, { organizationId, userId }) => {
    if (userId === ctx.viewer.userId) return
    if (!mayAdministrate(reachOfOrganization(await getOrganizationRow(ctx.reads, organizationId)))) {
      throw forbidden('Only admins and the member can list the spaces of a member.')
    }
  },
  list: ({ role }) => (role === null ? spacesOfGuest : spacesOfMember),
})

/** Only users who can restore a deleted space can read it. */
export const getSpace = readOperation({
  id: 'spaces.get',
  input: GetSpace,
  scope: 'space:read',
  read: async (ctx, { spaceId, shareKey }): Promise<SharedSpace> => {
    const space =
      (await ctx.reads.load(spaceById, spaceId)) ?? (await findRestorable(ctx.reads, spaceId, ctx.now()))
    if (!space) throw notFound('This space')
    return shareKey === undefined ? space : { ...space, shareKey }
  },
})

export const createSpace = operation({
  id: 'spaces.create',
  input: CreateSpace,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { organizationId, parent: parentId = null }) =>
    requireNewSpace(ctx, { organizationId, parentId }),
  run: (ctx, input, place) => insertSpace(ctx, place, input),
})

interface SpacePlace {
  organizationId: string
  parentId: string | null
}

/** Authorizes a caller who wants to create a space, and locks the tree that it is added to. */
export const requireNewSpace = (ctx: WriteContext, place: SpacePlace): Promise<SpacePlace> =>
  underLock(ctx, async () => {
    await requirePlace(ctx, place)
    return place
  })

/** Creates a space in a place that was authorized. */
export async function insertSpace(
  ctx: WriteContext,
  place: SpacePlace,
  input: Pick<z.output<typeof CreateSpace>, 'title' | 'emoji' | 'editMode' | 'language'>,
): Promise<Space> {
  const spaceId = newId('Space')
  const revisionId = newId('Revision')
  const now = ctx.now()
  await ctx.tx.space.create({
    data: {
      id: spaceId,
      ...place,
      orderKey: await keyAmongSiblings(ctx, place, undefined),
      title: input.title ?? 'Untitled',
      emoji: input.emoji ?? DEFAULT_EMOJI,
      editMode: input.editMode ?? null,
      language: input.language ?? null,
      revisionId,
      createdById: ctx.viewer.userId,
      createdAt: now,
      updatedAt: now,
      revisions: { create: { id: revisionId, type: 'edits', parents: [], createdAt: now } },
    },
  })
  emitAbout(ctx, { id: spaceId, organizationId: place.organizationId }, 'space.created')
  return getSpaceRow(ctx.reads, spaceId)
}

export const updateSpace = operation({
  id: 'spaces.update',
  input: UpdateSpace,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, { spaceId, defaultLevel, mergeRules }) => {
    const space = await getManaged(ctx, spaceId)
    const reach = await reachOf(ctx.reads, spaceId)
    requireMayGiveLevel(reach, defaultLevel)
    // Otherwise users whom the rules restrict could turn them off.
    if (mergeRules && !mayAdministrateSpace(reach)) {
      throw forbidden('You need the admin role in this space to change its merge rules.')
    }
    return space
  },
  changes: (space) => rowOf('Space', space),
  run: async (ctx, { spaceId: _spaceId, icon, emoji, ...input }, space) => {
    const change = {
      ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
      // An emoji replaces an icon; the emoji behind an icon is kept for clients that cannot show the icon.
      ...(emoji === undefined ? {} : { emoji: emoji ?? DEFAULT_EMOJI, iconURL: null }),
      ...(icon === undefined ? {} : { iconURL: icon }),
    }
    if (Object.keys(change).length === 0) return space
    if (input.mergeRules) await requireKnownUsers(ctx, space.organizationId, input.mergeRules)
    // The condition handles a concurrent deletion: a deleted space is not changed.
    const { count } = await ctx.tx.space.updateMany({
      where: { id: space.id, deletedAt: null },
      data: { ...change, updatedAt: ctx.now() },
    })
    if (count === 0) throw notFound('This space')
    emitAbout(ctx, space, 'space.updated')
    if (input.defaultLevel !== undefined && input.defaultLevel !== space.defaultLevel) {
      emitAccessChanged(ctx, space)
    }
    return readAgain(ctx, space.id)
  },
})

/** Returns whether it existed: deleting a space that is already deleted succeeds. */
export const deleteSpace = operation({
  id: 'spaces.delete',
  input: DeleteSpace,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { spaceId }) =>
    underLock(ctx, async () => {
      if (await ctx.reads.load(spaceById, spaceId)) return getManaged(ctx, spaceId)
      if (await findRestorable(ctx.reads, spaceId, ctx.now())) return null
      // The space may have been restored: then the caller cannot see it, and gets a not-found error.
      const isThere = await ctx.tx.space.findFirst({
        where: { id: spaceId, deletedAt: null },
        select: { id: true },
      })
      if (!isThere && (await wasDeleted(ctx, 'space', spaceId))) return null
      throw notFound('This space')
    }),
  changes: (space) => rowOf('Space', space),
  run: async (ctx, { spaceId }, space) => {
    if (!space) return { deletedId: spaceId, existed: false }
    const now = ctx.now()
    await ctx.tx.space.update({ where: { id: spaceId }, data: { deletedAt: now, updatedAt: now } })
    await announceSpace(ctx, 'deleted', spaceId)
    emitAbout(ctx, space, 'space.deleted')
    return { deletedId: spaceId, existed: true }
  },
})

export const restoreSpace = operation({
  id: 'spaces.restore',
  input: RestoreSpace,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { spaceId }) =>
    underLock(ctx, async () => {
      const space = await findRestorable(ctx.reads, spaceId, ctx.now())
      if (space) return space
      await getManaged(ctx, spaceId)
      throw new DomainError('conflict', 'This space is not deleted, so it cannot be restored.')
    }),
  run: async (ctx, _input, space) => {
    const now = ctx.now()
    // The condition handles a concurrent purge, which clears the deletion date first.
    const { count } = await ctx.tx.space.updateMany({
      where: { id: space.id, deletedAt: { gt: retentionEnd(now) } },
      data: { deletedAt: null, updatedAt: now },
    })
    if (count === 0) throw notFound('This space')
    await announceSpace(ctx, 'restored', space.id)
    emitAbout(ctx, space, 'space.restored')
    return readAgain(ctx, space.id)
  },
})

/**
 * A space that the caller manages: not found when it is invisible, forbidden when it is visible but not
 * managed by the caller.
 */
export async function getManaged(ctx: WriteContext, spaceId: string): Promise<Space> {
  const space = await getSpaceRow(ctx.reads, spaceId)
  if (!mayManage(await reachOf(ctx.reads, spaceId))) {
    throw forbidden('You need the create role or higher in this space to manage it.')
  }
  return space
}

/** The row after this transaction's own writes. */
export async function readAgain(ctx: WriteContext, spaceId: string): Promise<Space> {
  ctx.reads.forget()
  return stillVisible(await ctx.reads.load(spaceById, spaceId))
}

export function emitAbout(
  ctx: WriteContext,
  { id, organizationId }: Pick<Space, 'id' | 'organizationId'>,
  type: EventType,
  others: Record<string, string> = {},
): void {
  ctx.emit({ organizationId, spaceId: id, type, subject: { space: id, ...others } })
}

/** What somebody loses by a move can only be seen from where the space was. */
export function emitAccessChanged(ctx: WriteContext, space: Space): void {
  emitAbout(ctx, space, 'space.access_changed', space.parentId === null ? {} : { parent: space.parentId })
}
