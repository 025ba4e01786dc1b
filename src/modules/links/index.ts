import { defineModule } from '../../core/operations/module.ts'
import { declareMainContentIndex } from '../content/index.ts'
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

/** The links of pages, and the backlinks to them. */
export const links = defineModule({
  name: 'links',
  operations: [],
  lists: [listSpaceLinks, listChangeRequestLinks, listPageLinks, listPageBacklinks, listFileBacklinks],
  routes,
})

declareMainContentIndex('links', linkIndex)

export { nameOf } from './link-targets.ts'
export { findNames } from './names.ts'
export { declareRepositoryPlaces, type RepositoryPlace } from './outside-files.ts'
