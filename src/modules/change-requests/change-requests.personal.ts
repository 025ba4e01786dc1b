import { exportedRows, type PersonalData } from '../../core/personal-data.ts'

export const dataOfChangeRequests: PersonalData[] = [
  {
    table: 'ChangeRequest',
    columns: ['createdById', 'mergedById'],
    onErasure: 'keep',
    exported: {
      changeRequests: exportedRows({
        name: 'changeRequests',
        from: '"ChangeRequest" r',
        user: 'r."createdById"',
        fields: ['id', 'spaceId', 'number', 'subject', 'status', 'createdAt', 'mergedAt'],
      }),
    },
  },
  {
    table: 'ChangeRequestContributor',
    columns: ['userId'],
    onErasure: 'keep',
    exported: {
      contributions: exportedRows({
        name: 'contributions',
        from: '"ChangeRequestContributor" r',
        user: 'r."userId"',
        fields: ['changeRequestId', 'count', 'edited', 'updatedAt'],
        key: { sql: 'r."changeRequestId"', type: 'text' },
      }),
    },
  },
]
