import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { EventKind } from '../events/index.ts'

export const ListAuditEventsFilters = z.object({
  action: EventKind.optional().meta({ description: 'Only what happened in this way.' }),
  actor: idField('User', 'Only what this user did.').optional(),
})
export type AuditFilters = z.output<typeof ListAuditEventsFilters>

export const ListAuditEvents = ListAuditEventsFilters.extend({
  organizationId: idField('Organization', 'The organization whose log to read.'),
})
