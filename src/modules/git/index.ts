import { defineModule } from '../../core/operations/module.ts'
import { facts } from './git.facts.ts'
import { runGitOperations } from './git.job.ts'
import { gitOperationById } from './git.loaders.ts'
import { routes } from './git.rest.ts'
import {
  exportToGitRepository,
  GIT_JOB,
  getGitInfo,
  getGitOperation,
  importGitRepository,
  listGitOperations,
} from './git.service.ts'
import './git.graphql.ts'

/** Imports main content from Git repositories, and exports it to them. */
export const git = defineModule({
  name: 'git',
  facts,
  operations: [importGitRepository, exportToGitRepository, getGitInfo, getGitOperation],
  lists: [listGitOperations],
  routes,
  nodes: { GitOperation: gitOperationById },
  jobs: { [GIT_JOB]: runGitOperations },
  jobLimits: { [GIT_JOB]: 2 },
})
