import { defineModule } from '../../core/operations/module.ts'
import './import.graphql.ts'
import { routes } from './import.rest.ts'
import { importIntoChangeRequest } from './import.service.ts'

/** Brings content from elsewhere into a change request. */
export const imports = defineModule({
  name: 'import',
  operations: [importIntoChangeRequest],
  lists: [],
  routes,
})
