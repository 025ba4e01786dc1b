import { defineModule } from '../../core/operations/module.ts'
import './import.graphql.ts'
import { routes } from './import.rest.ts'
import { importIntoChangeRequest } from './import.service.ts'

/** Imports content from other sources into a change request. */
export const imports = defineModule({
  name: 'import',
  operations: [importIntoChangeRequest],
  lists: [],
  routes,
})

export { flattened, type IncomingPage, matchPages } from './matching/match-pages.ts'
export { editsOfPages, recordOf } from './matching/page-edits.ts'
export { slugPathOf } from './matching/slug-paths.ts'
export type { OutlineItem } from './repository/outline-item.ts'
export {
  isContentFile,
  type RepositoryContent,
  type RepositoryPage,
  type RepositoryReusable,
} from './repository/repository-content.ts'
export { type RepositoryThreads, repositoryThreads } from './repository/repository-threads.ts'
export { isFolderPage, slugOfPath } from './tree/slugs.ts'
export type { TreeSettings } from './tree/tree-settings.ts'
export type { SkippedResource } from './types.ts'
