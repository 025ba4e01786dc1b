import { eventId } from '../../src/modules/events/events.model.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { inOrganization } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    auditEventId: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db }, { organizationId }) => {
    const data = { organizationId, type: 'organization.updated', subject: { organization: organizationId } }
    const { position } = await db.database.prisma.event.create({ data })
    return { auditEventId: eventId(position) }
  },
  cases: {
    'audit.get': {
      graphql: ({ organizationId: id, auditEventId: event }) => ({
        query: 'query($id: ID!, $event: ID!) { organization(id: $id) { auditEvent(id: $event) { id } } }',
        variables: { id, event },
      }),
    },
    'audit.listActions': { graphql: inOrganization('auditEventActions { label }') },
  },
  bits: { 'organization.admin': ['audit.get', 'audit.listActions'] },
}
