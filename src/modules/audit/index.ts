import { defineModule } from '../../core/operations/module.ts'
import { routes } from './audit.rest.ts'
import { getAuditEvent, listAuditEventActions, listAuditEvents } from './audit.service.ts'
import './audit.graphql.ts'

export const audit = defineModule({
  name: 'audit',
  operations: [getAuditEvent, listAuditEventActions],
  lists: [listAuditEvents],
  routes,
})
