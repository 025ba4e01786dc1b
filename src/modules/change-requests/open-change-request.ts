import { forbidden } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { Context, WriteContext } from '../../core/operations/context.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { getSpaceRow, mayEdit, reachOf } from '../spaces/index.ts'
import { emitAboutChangeRequest } from './change-requests.changes.ts'
import { type ChangeRequestRow, getChangeRequestRow } from './change-requests.loaders.ts'

/** A space in which the caller can open a change request. */
export async function getProposable(ctx: Context, spaceId: string): Promise<Space> {
  const space = await getSpaceRow(ctx.reads, spaceId)
  if (mayEdit(await reachOf(ctx.reads, spaceId))) return space
  throw forbidden('You need the edit role or higher in this space to open a change request.')
}

/** Opens a change request that starts from the current main content. */
export async function openChangeRequest(
  ctx: WriteContext,
  { subject, description }: { subject?: string | undefined; description?: string | undefined },
  space: Space,
): Promise<ChangeRequestRow> {
  const now = ctx.now()
  // The increment locks the space's row until commit: a concurrent request waits and gets the next
  // number. The revision is read under the same lock, so that the change request starts from the current
  // main content.
  const { lastNumber, revisionId, organizationId } = await ctx.tx.space.update({
    where: { id: space.id },
    data: {
      lastNumber: { increment: 1 },
      changeRequestsTotal: { increment: 1 },
      changeRequestsDraft: { increment: 1 },
    },
    select: { lastNumber: true, revisionId: true, organizationId: true },
  })
  const id = newId('ChangeRequest')
  await ctx.tx.changeRequest.create({
    data: {
      id,
      spaceId: space.id,
      organizationId,
      number: lastNumber,
      subject: subject ?? '',
      description: description ?? '',
      createdById: ctx.viewer.userId,
      createdAt: now,
      updatedAt: now,
      revisionId,
      revisionInitialId: revisionId,
      contributors: { create: { userId: ctx.viewer.userId, updatedAt: now, edited: true } },
    },
  })
  emitAboutChangeRequest(ctx, { id, spaceId: space.id, organizationId }, 'change_request.opened')
  return getChangeRequestRow(ctx.reads, space.id, id)
}
