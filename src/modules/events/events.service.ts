import { verifyPlace } from '../../core/events/event-cursor.ts'
import type { PageRequest } from '../../core/lists/page.ts'
import type { Context } from '../../core/operations/context.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { eventsOfOrganization, eventsOfSpace } from './events.loaders.ts'
import { EventFilters, ListEvents, ListSpaceEvents, SpaceEventFilters } from './events.model.ts'

/** Rejects a page that starts at an event that is no longer stored: events before it may be missing. */
async function verifyCursors(
  { reads }: Context,
  organizationId: string,
  { after, before }: PageRequest,
): Promise<void> {
  await verifyPlace(reads, organizationId, after)
  await verifyPlace(reads, organizationId, before)
}

/** The events of an organization about resources that the viewer can see now. */
export const listEvents = listOperation({
  id: 'events.list',
  input: ListEvents,
  filters: EventFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  verify: (ctx, { id }, request) => verifyCursors(ctx, id, request),
  list: () => eventsOfOrganization,
})

export const listSpaceEvents = listOperation({
  id: 'events.listInSpace',
  input: ListSpaceEvents,
  filters: SpaceEventFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId }) => getSpaceRow(ctx.reads, spaceId),
  verify: (ctx, { organizationId }, request) => verifyCursors(ctx, organizationId, request),
  list: () => eventsOfSpace,
})
