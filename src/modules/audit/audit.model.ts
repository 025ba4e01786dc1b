import { z } from 'zod'
import { EventTypeSchema } from '../../core/events/events.ts'
import { idField } from '../../core/fields.ts'

export const ListAuditEventsFilters = z.object({
  action: EventTypeSchema.optional().meta({ description: 'Only what happened in this way.' }),
  actor: idField('User', 'Only what this user did.').optional(),
})
export type AuditFilters = z.output<typeof ListAuditEventsFilters>

export const ListAuditEvents = ListAuditEventsFilters.extend({
  organizationId: idField('Organization', 'The organization whose log to read.'),
})
