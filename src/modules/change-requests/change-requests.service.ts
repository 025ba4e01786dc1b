import { forbidden } from '../../core/errors.ts'
import { NoFilters } from '../../core/lists/page.ts'
import { listOperation, preparedOperation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { getSpaceRow, mayEdit, reachOf } from '../spaces/index.ts'
import { changeStatus, changeTexts, lockChangeRequest, requireNotMerged } from './change-requests.changes.ts'
import {
  changeRequestsOfOrganization,
  changeRequestsOfSpace,
  changeRequestsOfViewer,
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
  ListViewerChangeRequests,
  UpdateChangeRequest,
} from './change-requests.model.ts'
import { contributorsOfChangeRequest } from './contributors.ts'
import { markdownOf, preparedDescription } from './description.ts'
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

/** Over all organizations: what the viewer created, or is asked to review. */
export const listViewerChangeRequests = listOperation({
  id: 'changeRequests.listOfViewer',
  input: ListViewerChangeRequests,
  filters: ListViewerChangeRequests,
  scope: 'space:read',
  parent: async (ctx) => ({ id: ctx.viewer.userId }),
  list: (_user, { involvement }) => changeRequestsOfViewer[involvement],
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

export const createChangeRequest = preparedOperation({
  id: 'changeRequests.create',
  input: CreateChangeRequest,
  scope: 'space:write',
  ...preparedDescription,
  authorize: (ctx, { spaceId }) => getProposable(ctx, spaceId),
  run: (ctx, input, space, prepared) =>
    openChangeRequest(ctx, { subject: input.subject, description: markdownOf(input, prepared) }, space),
})

/** Changes the subject, the description, or the status between draft, open and archived. */
export const updateChangeRequest = preparedOperation({
  id: 'changeRequests.update',
  input: UpdateChangeRequest,
  scope: 'space:write',
  ...preparedDescription,
  authorize: async (ctx, { spaceId, changeRequestId }) => {
    const changeRequest = await getChangeRequestRow(ctx.reads, spaceId, changeRequestId)
    if (!mayEdit(await reachOf(ctx.reads, changeRequest.spaceId))) {
      throw forbidden('You need the edit role or higher in this space to change a change request.')
    }
    return changeRequest
  },
  changes: (changeRequest) => rowOf('ChangeRequest', changeRequest),
  run: async (ctx, input, changeRequest, prepared) => {
    const { subject, status } = input
    const locked = await lockChangeRequest(ctx, changeRequest, { withSpace: status !== undefined })
    requireNotMerged(locked)
    await changeTexts(ctx, locked, { subject, description: markdownOf(input, prepared) })
    if (status !== undefined) await changeStatus(ctx, locked, status)
    ctx.reads.forget()
    return getChangeRequestRow(ctx.reads, changeRequest.spaceId, changeRequest.id)
  },
})
