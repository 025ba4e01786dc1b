import { defineModule } from '../../core/operations/module.ts'
import { keptTable } from '../../core/personal-data.ts'
import { facts } from './import.facts.ts'
import './import.graphql.ts'
import { runImport } from './import.job.ts'
import { importById } from './import.loaders.ts'
import { routes } from './import.rest.ts'
import { removeOldImports } from './import.retention.ts'
import { getImport, IMPORT_JOB, importFile, importIntoChangeRequest, listImports } from './import.service.ts'
import { importInPlace } from './import-in-place.ts'
import './runs/runs.graphql.ts'
import { runRoutes } from './runs/runs.rest.ts'
import { cancelImportRun, listImportRuns, startImportRun } from './runs/runs.service.ts'

/** Imports content from other sources into a change request. */
export const imports = defineModule({
  name: 'import',
  facts,
  personalData: [keptTable('Import', 'createdById')],
  operations: [
    importIntoChangeRequest,
    importInPlace,
    importFile,
    getImport,
    startImportRun,
    cancelImportRun,
  ],
  lists: [listImports, listImportRuns],
  routes: [...routes, ...runRoutes],
  nodes: { Import: importById },
  jobs: { [IMPORT_JOB]: runImport },
  // Each needs disk space for an archive.
  jobLimits: { [IMPORT_JOB]: 1 },
  periodic: { 'remove-old-imports': removeOldImports },
})

export { requireGit } from './git/require-git.ts'
export { importArchive } from './import.service.ts'
export { matchFiles } from './matching/match-files.ts'
export { flattened, type IncomingPage, matchPages } from './matching/match-pages.ts'
export { editsOfPages, recordOf } from './matching/page-edits.ts'
export { slugPathOf } from './matching/slug-paths.ts'
export type { OutlineItem } from './repository/outline-item.ts'
export { MovedLinks, type MovedText, type Moves } from './repository/relink.ts'
export {
  isContentFile,
  type RepositoryContent,
  type RepositoryPage,
  type RepositoryReusable,
} from './repository/repository-content.ts'
export { repositoryThreads } from './repository/repository-threads.ts'
export { includeTitle } from './tree/reusables.ts'
export { isFolderPage, slugOfPath } from './tree/slugs.ts'
export { type KeptFile, settingsYamlLimits, type TreeSettings, treeVariables } from './tree/tree-settings.ts'
export type { SkippedResource } from './types.ts'
