import { defineModule } from '../../core/operations/module.ts'
import './blocks.graphql.ts'
import { routes } from './blocks.rest.ts'
import { getPageBlocks, renderMarkdown } from './blocks.service.ts'

/** Texts as blocks with their HTML, for those who write and review them. */
export const blocks = defineModule({
  name: 'blocks',
  operations: [getPageBlocks, renderMarkdown],
  lists: [],
  routes,
})
