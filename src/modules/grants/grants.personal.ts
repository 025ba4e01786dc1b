import { exportedRows, type PersonalData } from '../../core/personal-data.ts'

export const dataOfGrants: PersonalData[] = [
  {
    table: 'Grant',
    columns: ['userId', 'principalId'],
    // The conditions are those of the indexes by principal.
    onErasure: ({ tx }, { id }) => tx.$executeRaw`DELETE FROM "Grant"
      WHERE "principalId" = ${id} AND "spaceId" IS NOT NULL OR "principalId" = ${id} AND "collectionId" IS NOT NULL
        OR "principalId" = ${id} AND "siteId" IS NOT NULL`,
    exported: {
      grants: exportedRows({
        name: 'grants',
        from: '"Grant" r',
        user: 'r."userId"',
        fields: ['id', 'organizationId', 'spaceId', 'collectionId', 'siteId', 'role', 'createdAt'],
      }),
    },
  },
]
