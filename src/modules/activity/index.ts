import { defineModule } from '../../core/operations/module.ts'
import './activity.graphql.ts'

/** Subscriptions to activity. The module reads the event log and has no operations of its own. */
export const activity = defineModule({ name: 'activity', operations: [], lists: [], routes: [] })
