import { verifyPlace } from '../../core/events/event-cursor.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { eventsOfOrganization, eventsOfSpace } from './events.loaders.ts'
import { EventFilters, ListEvents, ListSpaceEvents } from './events.model.ts'

/** The events of an organization about resources that the viewer can see now. */
export const listEvents = listOperation({
  id: 'events.list',
  input: ListEvents,
  filters: EventFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  verify: async ({ reads }, { id }, { after, before }) => {
    await verifyPlace(reads, id, after)
    await verifyPlace(reads, id, before)
  },
  list: () => eventsOfOrganization,
})

export const listSpaceEvents = listOperation({
  id: 'events.listInSpace',
  input: ListSpaceEvents,
  filters: EventFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  verify: async ({ reads }, { organizationId }, { after, before }) => {
    await verifyPlace(reads, organizationId, after)
    await verifyPlace(reads, organizationId, before)
  },
  list: () => eventsOfSpace,
})
