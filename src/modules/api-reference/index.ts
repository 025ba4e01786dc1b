import { defineModule } from '../../core/operations/module.ts'
import { ApiReference } from './api-reference.ts'

/** The reference of the REST API, in the look of published sites. */
export const apiReference = defineModule({
  name: 'api-reference',
  operations: [],
  lists: [],
  routes: [],
  reference: (options) => new ApiReference(options),
})
