import { defineModule } from '../../core/operations/module.ts'
import { routes } from './spec-uses.rest.ts'
import { listSpecUses } from './spec-uses.service.ts'
import './spec-uses.graphql.ts'

/** Where OpenAPI specs are used. */
export const specUses = defineModule({ name: 'spec-uses', operations: [], lists: [listSpecUses], routes })
