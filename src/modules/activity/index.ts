import { defineModule } from '../../core/operations/module.ts'
import './activity.graphql.ts'

/** What can be followed live. It reads the log of events and has no operations of its own. */
export const activity = defineModule({ name: 'activity', operations: [], lists: [], routes: [] })
