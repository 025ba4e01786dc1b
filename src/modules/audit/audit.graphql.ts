import { connection } from '../../graphql/connection.ts'
import { EventConnectionType } from '../events/index.ts'
import { OrganizationType } from '../organizations/index.ts'
import { listAuditEvents } from './audit.service.ts'

connection(OrganizationType, 'auditEvents', listAuditEvents, {
  type: EventConnectionType,
  nullable: true,
  description: 'Who did what here, the newest first. For admins.',
})
