import { defineModule } from '../../core/operations/module.ts'
import './page-blocks.graphql.ts'
import { routes } from './page-blocks.rest.ts'
import { getPageBlocks, renderMarkdown } from './page-blocks.service.ts'

/** Texts as blocks with their HTML, for those who write and review them. */
export const pageBlocks = defineModule({
  name: 'page-blocks',
  operations: [getPageBlocks, renderMarkdown],
  lists: [],
  routes,
})
