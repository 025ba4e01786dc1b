import { defineModule } from '../../core/operations/module.ts'
import { declareMainContentIndex } from '../content/index.ts'
import { INDEX_COMPUTED, indexComputed } from './computed-index.ts'
import { facts } from './search.facts.ts'
import './search.graphql.ts'
import { routes } from './search.rest.ts'
import { searchOrganization, searchSpace } from './search.service.ts'
import { searchIndex } from './search-index.ts'

/** Full-text search in main content. */
export const search = defineModule({
  name: 'search',
  facts,
  operations: [],
  lists: [searchOrganization, searchSpace],
  routes,
  jobs: { [INDEX_COMPUTED]: indexComputed },
  // Each computes on the main thread and holds a connection meanwhile.
  jobLimits: { [INDEX_COMPUTED]: 2 },
})

declareMainContentIndex('search', searchIndex)

export { excerptOf, type Piece } from './excerpt.ts'
export { type FoundInSpaces, findInSpaces } from './find-in-spaces.ts'
export { findNearWords } from './near-words.ts'
export { looksForSomething } from './query.ts'
export { type FoundPage, scoreOf } from './search.lists.ts'
export { type Excerpt, findExcerpts } from './search.loaders.ts'
export { SearchFilters } from './search.model.ts'
