import { defineModule } from '../../core/operations/module.ts'
import { facts } from './monitoring.facts.ts'
import { routes } from './monitoring.rest.ts'
import { getUsage, listFailures, retryJob } from './monitoring.service.ts'
import './monitoring.graphql.ts'

/** What admins watch in their organization: background work that has failed, and usage. */
export const monitoring = defineModule({
  name: 'monitoring',
  facts,
  operations: [retryJob, getUsage],
  lists: [listFailures],
  routes,
})
