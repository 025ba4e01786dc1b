import { exportedRows, type PersonalData } from '../../core/personal-data.ts'

export const dataOfRevisions: PersonalData[] = [
  {
    table: 'Revision',
    columns: ['createdById'],
    onErasure: 'keep',
    exported: {
      revisions: exportedRows({
        name: 'revisions',
        from: '"Revision" r LEFT JOIN "ChangeRequest" c ON c."id" = r."mergedFromId" AND c."createdById" = r."createdById"',
        user: 'r."createdById"',
        fields: {
          id: 'r."id"',
          space: 'r."spaceId"',
          type: 'r."type"',
          title: 'c."subject"',
          mergedFrom: 'r."mergedFromId"',
          createdAt: 'r."createdAt"',
        },
      }),
    },
  },
]
