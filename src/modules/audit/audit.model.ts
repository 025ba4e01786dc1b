import { z } from 'zod'
import { EventTypeSchema } from '../../core/events/events.ts'
import { idField } from '../../core/fields.ts'
import { anyOf } from '../../core/lists/filters.ts'

export const ListAuditEventsFilters = z.object({
  action: anyOf(EventTypeSchema).optional().meta({ description: 'Only what happened in this way.' }),
  actor: idField('User', 'Only what this user did.').optional(),
})
export type AuditFilters = z.output<typeof ListAuditEventsFilters>

export const ListAuditEvents = ListAuditEventsFilters.extend({
  organizationId: idField('Organization', 'The organization whose log to read.'),
})
