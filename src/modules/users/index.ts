import { defineModule } from '../../core/operations/module.ts'
import { dataOfUsers, deleteUser, deleteViewer } from './erasure.ts'
import { exportUserData, exportViewerData, userDataDownloads } from './export.ts'
import { facts } from './users.facts.ts'
import { userById } from './users.loaders.ts'
import { routes } from './users.rest.ts'
import { getUser, getViewer, updateUser } from './users.service.ts'
import './users.graphql.ts'

export const users = defineModule({
  name: 'users',
  facts,
  personalData: dataOfUsers,
  operations: [getViewer, getUser, updateUser, deleteUser, deleteViewer, exportUserData, exportViewerData],
  lists: [],
  routes,
  nodes: { User: userById },
  downloads: ({ database, now }) => userDataDownloads(database, now),
})

export { declareEmailChanges } from './email-changes.ts'
export { deleteUser, requireAccount } from './erasure.ts'
export { dataOfUser } from './export.ts'
export { listOwnRows, ownRowById } from './own-rows.ts'
export { LocationUrls, UserType, ViewerType } from './users.graphql.ts'
export { knownUserById, participantById, userById } from './users.loaders.ts'
export { DisplayName, Email, joinedUser, type UserColumns, WebAddress } from './users.model.ts'
export { mayAppointOperators, mayDisableUsers, mayIssueTokensFor } from './users.policy.ts'
export { RestUser, toRestUser } from './users.rest.ts'
export { emitAboutUser, getUserRow, updateUser } from './users.service.ts'
