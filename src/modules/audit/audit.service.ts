import { forbidden, notFound } from '../../core/errors.ts'
import { eventTypes } from '../../core/events/events.ts'
import type { Context } from '../../core/operations/context.ts'
import { listOperation, readOperation } from '../../core/operations/operation.ts'
import { eventById } from '../events/index.ts'
import { getOrganizationRow, type OrganizationRow, reachOfOrganization } from '../organizations/index.ts'
import { auditEvents } from './audit.loaders.ts'
import {
  GetAuditEvent,
  ListAuditEventActions,
  ListAuditEvents,
  ListAuditEventsFilters,
} from './audit.model.ts'
import { mayReadAuditLog } from './audit.policy.ts'

function requireMayRead(organization: OrganizationRow): void {
  if (mayReadAuditLog(reachOfOrganization(organization))) return
  throw forbidden('You need the admin role in this organization to read its audit log.')
}

async function requireReadable(ctx: Context, organizationId: string): Promise<void> {
  requireMayRead(await getOrganizationRow(ctx.reads, organizationId))
}

export const listAuditEvents = listOperation({
  id: 'audit.list',
  input: ListAuditEvents,
  filters: ListAuditEventsFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard: async (_ctx, organization) => requireMayRead(organization),
  list: () => auditEvents,
})

export const getAuditEvent = readOperation({
  id: 'audit.get',
  input: GetAuditEvent,
  scope: 'organization:read',
  read: async (ctx, { organizationId, auditEventId }) => {
    await requireReadable(ctx, organizationId)
    const event = await ctx.reads.load(eventById, auditEventId)
    if (event?.organizationId !== organizationId) throw notFound('This event')
    return event
  },
})

/** What the events of the log can be about, in the order of their names. */
export const listAuditEventActions = readOperation({
  id: 'audit.listActions',
  input: ListAuditEventActions,
  scope: 'organization:read',
  read: async (ctx, { organizationId }) => {
    await requireReadable(ctx, organizationId)
    return eventTypes
      .entries()
      .map(([type, { description }]) => ({ type, label: description.replace(/\.$/, '') }))
      .sort((one, other) => (one.type < other.type ? -1 : 1))
  },
})
