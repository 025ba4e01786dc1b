import { defineModule } from '../../core/operations/module.ts'
import { routes } from './translated-spaces.rest.ts'
import { listTranslatedPages, listTranslatedSpaces } from './translated-spaces.service.ts'
import './translated-spaces.graphql.ts'

/** Which spaces are translations of others, and how far they are. */
export const translatedSpaces = defineModule({
  name: 'translated-spaces',
  operations: [],
  lists: [listTranslatedSpaces, listTranslatedPages],
  routes,
})
