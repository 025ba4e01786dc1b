import { connection } from '../../graphql/connection.ts'
import { EventConnectionType } from '../events/index.ts'
import { OrganizationType } from '../organizations/index.ts'
import { listAuditEvents } from './audit.service.ts'

connection(OrganizationType, 'auditEvents', listAuditEvents, {
  type: EventConnectionType,
  nullable: true,
  description: 'The audit log, newest first. Requires the role admin.',
})
