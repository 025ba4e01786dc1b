import { defineModule } from '../../core/operations/module.ts'

/** Renders published sites as HTML. */
export const publishing = defineModule({ name: 'publishing', operations: [], lists: [], routes: [] })
