import { defineModule } from '../../core/operations/module.ts'
import { declareComputedIndex, declareMainContentIndex } from '../content/index.ts'
import { linkIndex } from './link-index.ts'
import './links.graphql.ts'
import { routes } from './links.rest.ts'
import {
  listChangeRequestLinks,
  listFileBacklinks,
  listPageBacklinks,
  listPageLinks,
  listSpaceLinks,
} from './links.service.ts'
import { RESOLVE_LINKS, resolveLinksOfSpace } from './resolve-again.ts'

/** The links of pages, and the backlinks to them. */
export const links = defineModule({
  name: 'links',
  operations: [],
  lists: [listSpaceLinks, listChangeRequestLinks, listPageLinks, listPageBacklinks, listFileBacklinks],
  routes,
  jobs: { [RESOLVE_LINKS]: resolveLinksOfSpace },
  // Each computes on the main thread and holds a connection meanwhile.
  jobLimits: { [RESOLVE_LINKS]: 2 },
})

declareMainContentIndex('links', linkIndex)
declareComputedIndex(RESOLVE_LINKS)

export { nameOf } from './link-targets.ts'
export { statsOfChangeRequest } from './links-of-change-request.ts'
export { findNames } from './names.ts'
export { linkedFiles } from './published/linked-files.ts'
export {
  type LinkedPage,
  type PublishedTarget,
  type PublishedTargets,
  publishedTargets,
} from './published/published-targets.ts'
export { declareRepositoryPlaces, type RepositoryPlace } from './repository-places.ts'
export { RESOLVE_LINKS } from './resolve-again.ts'
