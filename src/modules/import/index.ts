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
