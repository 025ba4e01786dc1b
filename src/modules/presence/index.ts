import { defineModule } from '../../core/operations/module.ts'
import './presence.graphql.ts'
import { routes } from './presence.rest.ts'
import { announcePresence } from './presence.service.ts'

/** Who is where at the moment. Nothing is stored: nodes tell each other. */
export const presence = defineModule({
  name: 'presence',
  operations: [announcePresence],
  lists: [],
  routes,
})
