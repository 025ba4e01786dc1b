import { defineModule } from '../../core/operations/module.ts'
import { keptTable } from '../../core/personal-data.ts'
import { declareRepositoryPlaces } from '../links/index.ts'
import { declareMergeFollower } from '../merge/index.ts'
import { checkConnection, enqueueOverdueChecks } from './connection/check-connection.ts'
import { GIT_CHECK_JOB } from './connection/check-times.ts'
import { exportMerge } from './connection/connected-operations.ts'
import { routes as connectionRoutes } from './connection/connection.rest.ts'
import {
  connectGitRepository,
  disconnectGitRepository,
  getGitConnection,
} from './connection/connection.service.ts'
import { facts } from './git.facts.ts'
import { runGitOperations } from './git.job.ts'
import { gitOperationById } from './git.loaders.ts'
import { GIT_JOB } from './git.requests.ts'
import { routes } from './git.rest.ts'
import {
  exportToGitRepository,
  getGitInfo,
  getGitOperation,
  importGitRepository,
  listGitOperations,
} from './git.service.ts'
import { repositoryPlaces } from './repository-places.ts'
import './git.graphql.ts'
import './connection/connection.graphql.ts'

declareMergeFollower(exportMerge)
declareRepositoryPlaces(repositoryPlaces)

/** Imports main content from Git repositories, and exports it to them. */
export const git = defineModule({
  name: 'git',
  facts,
  personalData: [
    keptTable('GitOperation', 'createdById'),
    {
      table: 'GitConnection',
      columns: ['createdById'],
      // It stops, and says that the user who connected it no longer exists.
      onErasure: ({ tx }, { id }) =>
        tx.gitConnection.updateMany({ where: { createdById: id }, data: { createdById: null } }),
    },
  ],
  operations: [
    importGitRepository,
    exportToGitRepository,
    getGitInfo,
    getGitOperation,
    getGitConnection,
    connectGitRepository,
    disconnectGitRepository,
  ],
  lists: [listGitOperations],
  routes: [...routes, ...connectionRoutes],
  nodes: { GitOperation: gitOperationById },
  jobs: { [GIT_JOB]: runGitOperations, [GIT_CHECK_JOB]: checkConnection },
  jobLimits: { [GIT_JOB]: 2, [GIT_CHECK_JOB]: 2 },
  periodic: { 'enqueue-overdue-git-checks': enqueueOverdueChecks },
})

export { filesOfSpace } from './exporting/files-of-space.ts'
export { gitReportOf } from './git.loaders.ts'
export { GIT_JOB } from './git.requests.ts'
export { findPublishedRepositories } from './published-repository.ts'
