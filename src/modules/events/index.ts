import { defineModule } from '../../core/operations/module.ts'
import { facts } from './events.facts.ts'
import { eventById } from './events.loaders.ts'
import { dataOfEvents } from './events.personal.ts'
import { routes } from './events.rest.ts'
import { removeOldEvents } from './events.retention.ts'
import { listEvents, listSpaceEvents } from './events.service.ts'
import './events.graphql.ts'

export const events = defineModule({
  name: 'events',
  facts,
  personalData: dataOfEvents,
  periodic: {
    'remove-old-events': ({ database, settings: { eventRetentionDays: days }, ...options }) =>
      removeOldEvents(database, { ...options, days }),
  },
  operations: [],
  lists: [listEvents, listSpaceEvents],
  routes,
  nodes: { Event: eventById },
})

export { audienceOf } from './events.access.ts'
export { EventConnectionType, EventNode, EventTypeEnum } from './events.graphql.ts'
export {
  completeEvent,
  EVENT_COLUMNS,
  type EventRow,
  eventById,
  labelOf,
  organizationEventCursor,
  partOfLog,
  teamsDeletedSince,
  within,
} from './events.loaders.ts'
export { eventId, messageOf, ofSpace, period, type Thing, thingsOf } from './events.model.ts'
