import { defineList } from '../../core/lists/define-list.ts'
import type { Condition } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { completeEvent, EVENT_COLUMNS, type EventRow, partOfLog, within } from '../events/index.ts'
import type { OrganizationRow } from '../organizations/index.ts'
import type { AuditFilters } from './audit.model.ts'

function conditions({ action, actor, ...rest }: AuditFilters): Condition[] {
  return [
    ...amongst('e."type"', 'text', action),
    ...(actor ? [{ sql: 'e."actorId" = ?', value: actor }] : []),
    ...within(rest),
    ...partOfLog(rest),
  ]
}

/** The events of an organization, newest first. Only admins can read them, so nothing is left out. */
export const auditEvents = defineList<OrganizationRow, AuditFilters, EventRow>({
  name: 'auditEvents',
  columns: `${EVENT_COLUMNS}, true AS "isAdministrated"`,
  from: '"Event" e',
  match: 'e."organizationId" = p.key',
  key: (organization) => organization.id,
  conditions,
  sort: [{ sql: 'e."position"', type: 'bigint', value: (event) => String(event.position) }],
  order: () => 'desc',
  shape: completeEvent,
})
