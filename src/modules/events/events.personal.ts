import { exportedRows, type PersonalData } from '../../core/personal-data.ts'

export const dataOfEvents: PersonalData[] = [
  {
    table: 'Event',
    columns: ['actorId'],
    onErasure: 'keep',
    exported: {
      events: exportedRows({
        name: 'events',
        from: '"Event" r',
        // By organization, because that is how events are indexed.
        user: 'r."organizationId" = ANY(ARRAY(SELECT "id" FROM "Organization")) AND r."actorId"',
        fields: ['organizationId', 'spaceId', 'changeRequestId', 'type', 'occurredAt', 'subject'],
        key: { sql: 'r."position"', type: 'bigint' },
      }),
    },
  },
]
