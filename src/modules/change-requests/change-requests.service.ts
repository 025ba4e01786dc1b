import { forbidden } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { listOperation, operation } from '../../core/operation.ts'
import { getSpaceRow, mayEdit, reachOf } from '../spaces/index.ts'
import { changeRequestsOfSpace, getChangeRequestRow } from './change-requests.loaders.ts'
import {
  CreateChangeRequest,
  GetChangeRequest,
  ListChangeRequests,
  ListChangeRequestsFilters,
} from './change-requests.model.ts'

export const listChangeRequests = listOperation({
  id: 'changeRequests.list',
  input: ListChangeRequests,
  filters: ListChangeRequestsFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  list: () => changeRequestsOfSpace,
})

export const getChangeRequest = operation({
  id: 'changeRequests.get',
  input: GetChangeRequest,
  scope: 'space:read',
  writes: false,
  authorize: (ctx, { spaceId, changeRequestId }) => getChangeRequestRow(ctx.reads, spaceId, changeRequestId),
  run: async (_ctx, _input, changeRequest) => changeRequest,
})

export const createChangeRequest = operation({
  id: 'changeRequests.create',
  input: CreateChangeRequest,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, { spaceId }) => {
    const space = await getSpaceRow(ctx.reads, spaceId)
    if (!mayEdit(await reachOf(ctx.reads, spaceId))) {
      throw forbidden('Opening a change request takes the role edit or higher on this space.')
    }
    return space
  },
  run: async (ctx, input, space) => {
    const now = ctx.now()
    // The increment locks the space's row until commit: the next creator waits and takes the next number. The revision
    // is read under that lock too, so that the request starts from what main content is at this moment.
    const { lastNumber, revisionId } = await ctx.tx.space.update({
      where: { id: space.id },
      data: {
        lastNumber: { increment: 1 },
        changeRequestsTotal: { increment: 1 },
        changeRequestsDraft: { increment: 1 },
      },
      select: { lastNumber: true, revisionId: true },
    })
    const id = newId('ChangeRequest')
    await ctx.tx.changeRequest.create({
      data: {
        id,
        spaceId: space.id,
        number: lastNumber,
        subject: input.subject ?? '',
        createdById: ctx.viewer.userId,
        createdAt: now,
        updatedAt: now,
        revisionId,
        revisionInitialId: revisionId,
        contributors: { create: { userId: ctx.viewer.userId, updatedAt: now } },
      },
    })
    ctx.emit({
      organizationId: space.organizationId,
      spaceId: space.id,
      changeRequestId: id,
      type: 'change_request.opened',
      subject: { changeRequest: id },
    })
    return getChangeRequestRow(ctx.reads, space.id, id)
  },
})
