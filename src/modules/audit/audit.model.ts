import { z } from 'zod'
import { EventTypeSchema } from '../../core/events/events.ts'
import { idField } from '../../core/fields.ts'
import { anyOf } from '../../core/lists/filters.ts'
import { ofSpace, period } from '../events/index.ts'

export const ListAuditEventsFilters = z.object({
  action: anyOf(EventTypeSchema).optional().meta({ description: 'Only events of these types.' }),
  actor: idField('User', 'Only events caused by this user.').optional(),
  space: ofSpace,
  ...period,
})
export type AuditFilters = z.output<typeof ListAuditEventsFilters>

export const GetAuditEvent = z.object({
  organizationId: idField('Organization', 'The ID of the organization whose log to read.'),
  auditEventId: idField('Event', 'The ID of the event.'),
})
export const ListAuditEventActions = z.object({
  organizationId: idField('Organization', 'The ID of the organization whose log has them.'),
})

export const ListAuditEvents = ListAuditEventsFilters.extend({
  organizationId: idField('Organization', 'The ID of the organization whose log to read.'),
})
