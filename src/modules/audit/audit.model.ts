import { z } from 'zod'
import { EventTypeSchema } from '../../core/events/events.ts'
import { idField } from '../../core/fields.ts'

export const ListAuditEventsFilters = z.object({
  action: EventTypeSchema.optional().meta({ description: 'Only events of this type.' }),
  actor: idField('User', 'Only events caused by this user.').optional(),
})
export type AuditFilters = z.output<typeof ListAuditEventsFilters>

export const ListAuditEvents = ListAuditEventsFilters.extend({
  organizationId: idField('Organization', 'The organization whose audit log to read.'),
})
