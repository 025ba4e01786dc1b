import { defineModule } from '../../core/operations/module.ts'
import { routes } from './instance.rest.ts'
import { getInstance, listInstanceOrganizations, listInstanceUsers } from './instance.service.ts'
import './instance.graphql.ts'

/** What operators of the whole instance see of it. */
export const instanceState = defineModule({
  name: 'instance-state',
  operations: [getInstance],
  lists: [listInstanceOrganizations, listInstanceUsers],
  routes,
})

export { requireOperator } from './instance.policy.ts'
export type { InstanceSettings } from './instance.settings.ts'
