import type { EventType } from '../../core/events/events.ts'
import { builder } from '../../graphql/builder.ts'
import { connection } from '../../graphql/connection.ts'
import { nestedField } from '../../graphql/field.ts'
import { EventConnectionType, EventNode, EventTypeEnum } from '../events/index.ts'
import { OrganizationType } from '../organizations/index.ts'
import { getAuditEvent, listAuditEventActions, listAuditEvents } from './audit.service.ts'

connection(OrganizationType, 'auditEvents', listAuditEvents, {
  type: EventConnectionType,
  nullable: true,
  description: 'The audit log, newest first. Requires the role admin.',
})

const ofOrganization = {
  given: ({ id }: { id: string }) => ({ organizationId: id }),
  givenNames: ['organizationId'],
}

nestedField(OrganizationType, 'auditEvent', getAuditEvent, {
  ...ofOrganization,
  type: EventNode,
  isLookup: true,
  description: 'An event of the audit log. Null if it does not exist. Requires the role admin.',
  rename: { auditEventId: 'id' },
})

const ActionType = builder.objectRef<{ type: EventType; label: string }>('AuditEventAction').implement({
  description: 'What an event of the audit log can be about.',
  fields: (t) => ({
    type: t.field({
      type: EventTypeEnum,
      description: 'The type of the events.',
      resolve: ({ type }) => type,
    }),
    label: t.exposeString('label', { description: 'What happened, in English.' }),
  }),
})

nestedField(OrganizationType, 'auditEventActions', listAuditEventActions, {
  ...ofOrganization,
  type: [ActionType],
  nullable: true,
  description: 'The types of events that the audit log can have. Requires the role admin.',
})
