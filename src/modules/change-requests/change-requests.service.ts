import { forbidden } from '../../core/errors.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { getSpaceRow, mayEdit, reachOf } from '../spaces/index.ts'
import {
  changeSubject,
  emitAboutChangeRequest,
  lockChangeRequest,
  moveStatus,
  requireNotMerged,
} from './change-requests.changes.ts'
import {
  changeRequestsOfOrganization,
  changeRequestsOfSpace,
  getChangeRequestRow,
  ofChangeRequest,
} from './change-requests.loaders.ts'
import {
  CreateChangeRequest,
  GetChangeRequest,
  ListChangeRequests,
  ListChangeRequestsFilters,
  ListContributors,
  ListOrganizationChangeRequests,
  ListOrganizationChangeRequestsFilters,
  UpdateChangeRequest,
} from './change-requests.model.ts'
import { contributorsOfChangeRequest } from './contributors.ts'
import { getProposable, openChangeRequest } from './open-change-request.ts'

export const listChangeRequests = listOperation({
  id: 'changeRequests.list',
  input: ListChangeRequests,
  filters: ListChangeRequestsFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  list: () => changeRequestsOfSpace,
})

export const listOrganizationChangeRequests = listOperation({
  id: 'changeRequests.listInOrganization',
  input: ListOrganizationChangeRequests,
  filters: ListOrganizationChangeRequestsFilters,
  scope: 'space:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: ({ viewerRole }) => changeRequestsOfOrganization[viewerRole === null ? 'guest' : 'member'],
})

export const listContributors = listOperation({
  id: 'changeRequests.listContributors',
  input: ListContributors,
  filters: NoFilters,
  ...ofChangeRequest,
  list: () => contributorsOfChangeRequest,
})

export const getChangeRequest = readOperation({
  id: 'changeRequests.get',
  input: GetChangeRequest,
  scope: 'space:read',
  read: (ctx, { spaceId, changeRequestId }) => getChangeRequestRow(ctx.reads, spaceId, changeRequestId),
})

export const createChangeRequest = operation({
  id: 'changeRequests.create',
  input: CreateChangeRequest,
  scope: 'space:write',
  writes: true,
  authorize: (ctx, { spaceId }) => getProposable(ctx, spaceId),
  run: openChangeRequest,
})
/** Changes the subject, or the status between draft, open and archived. */
export const updateChangeRequest = operation({
  id: 'changeRequests.update',
  input: UpdateChangeRequest,
  scope: 'space:write',
  writes: true,
  authorize: async (ctx, { spaceId, changeRequestId }) => {
    const changeRequest = await getChangeRequestRow(ctx.reads, spaceId, changeRequestId)
    if (!mayEdit(await reachOf(ctx.reads, changeRequest.spaceId))) {
      throw forbidden('You need the edit role or higher in this space to change a change request.')
    }
    return changeRequest
  },
  changes: (changeRequest) => rowOf('ChangeRequest', changeRequest),
  run: async (ctx, { subject, status }, changeRequest) => {
    const locked = await lockChangeRequest(ctx, changeRequest, { withSpace: status !== undefined })
    requireNotMerged(locked)
    if (await changeSubject(ctx, locked, subject)) {
      emitAboutChangeRequest(ctx, locked, 'change_request.updated')
    }
    if (status !== undefined && status !== locked.status) {
      await moveStatus(ctx, locked, status)
      emitAboutChangeRequest(ctx, locked, 'change_request.status_changed', {
        fromStatus: locked.status,
        toStatus: status,
      })
    }
    ctx.reads.forget()
    return getChangeRequestRow(ctx.reads, changeRequest.spaceId, changeRequest.id)
  },
})
