import { defineModule } from '../../core/operations/module.ts'
import { facts } from './change-requests.facts.ts'
import { changeRequestById } from './change-requests.loaders.ts'
import { dataOfChangeRequests } from './change-requests.personal.ts'
import { routes } from './change-requests.rest.ts'
import {
  createChangeRequest,
  getChangeRequest,
  listChangeRequests,
  listContributors,
  listOrganizationChangeRequests,
  listViewerChangeRequests,
  updateChangeRequest,
} from './change-requests.service.ts'
import './change-requests.graphql.ts'

export const changeRequests = defineModule({
  name: 'change-requests',
  facts,
  personalData: dataOfChangeRequests,
  operations: [getChangeRequest, createChangeRequest, updateChangeRequest],
  lists: [listChangeRequests, listOrganizationChangeRequests, listViewerChangeRequests, listContributors],
  routes,
  nodes: { ChangeRequest: changeRequestById },
})

export {
  changeStatus,
  changeTexts,
  emitAboutChangeRequest,
  lockChangeRequest,
  moveStatus,
  requireNotMerged,
  requireUnsettled,
} from './change-requests.changes.ts'
export { ChangeRequestStatusEnum, ChangeRequestType, statusOf } from './change-requests.graphql.ts'
export {
  type ChangeRequestRow,
  changeRequestById,
  getChangeRequestRow,
  ofChangeRequest,
  requiredChangeRequest,
} from './change-requests.loaders.ts'
export {
  type ContentPlace as Place,
  changeRequestPlace,
  contentPlace,
  NAME_PLACE,
  namesPlace,
  Subject,
} from './change-requests.model.ts'
export { RestChangeRequest, toRestChangeRequest } from './change-requests.rest.ts'
export { getChangeRequest } from './change-requests.service.ts'
export { changeRequestAppPath, changeRequestUrl, contentUrl } from './change-requests.urls.ts'
export { contribution, recordContribution } from './contributors.ts'
export { getProposable, openChangeRequest } from './open-change-request.ts'
