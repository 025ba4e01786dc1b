import { z } from 'zod'
import { eventCursor } from '../../core/events/event-cursor.ts'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, type View } from '../../rest/route.ts'
import { type EventRow, visibleActor } from './events.loaders.ts'
import { messageOf } from './events.model.ts'
import { listEvents, listSpaceEvents } from './events.service.ts'

const RestEvent = z
  .object({
    object: z.literal('event'),
    id: z.string(),
    cursor: z.string(),
    type: z.string(),
    organization: z.string(),
    space: z.string().optional(),
    changeRequest: z.string().optional(),
    actor: z.string().nullable(),
    occurredAt: Timestamp,
    subject: z.record(z.string(), z.string()),
  })
  .meta({ id: 'Event' })

const toRestEvents = (events: EventRow[], { caller }: View): Promise<z.input<typeof RestEvent>[]> =>
  Promise.all(
    events.map(async (event) => ({
      object: 'event' as const,
      cursor: eventCursor(event),
      ...messageOf({ ...event, actorId: await caller.load(visibleActor, event) }),
    })),
  )

const options = { item: RestEvent, present: toRestEvents, isLog: true }

export const routes = [
  listRoute('/orgs/:organizationId/events', listEvents, {
    ...options,
    summary: 'List the events of an organization, in commit order',
  }),
  listRoute('/spaces/:spaceId/events', listSpaceEvents, {
    ...options,
    summary: 'List the events of a space, in commit order',
  }),
]
