import { forbidden } from '../../core/errors.ts'
import { listOperation } from '../../core/operations/operation.ts'
import { getOrganizationRow, reachOfOrganization } from '../organizations/index.ts'
import { auditEvents } from './audit.loaders.ts'
import { ListAuditEvents, ListAuditEventsFilters } from './audit.model.ts'
import { mayReadAuditLog } from './audit.policy.ts'

export const listAuditEvents = listOperation({
  id: 'audit.list',
  input: ListAuditEvents,
  filters: ListAuditEventsFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard: async (_ctx, organization) => {
    if (!mayReadAuditLog(reachOfOrganization(organization))) {
      throw forbidden('You need the admin role in this organization to read its audit log.')
    }
  },
  list: () => auditEvents,
})
