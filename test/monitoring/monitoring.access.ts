import type { ModuleAccess } from '../access/declared.ts'
import { change, inMember, inOrganization } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    jobId: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db }, { organizationId }) => {
    const at = new Date(0)
    const { id } = await db.database.prisma.queuedJob.create({
      data: { name: 'nothing', organizationId, payload: {}, runAt: at, failedAt: at, maxAttempts: 1 },
    })
    return { jobId: String(id) }
  },
  cases: {
    'monitoring.listFailures': { graphql: inOrganization('failures { nodes { kind } }') },
    'monitoring.getUsage': { graphql: inOrganization('usage { item }') },
    'monitoring.retryJob': change('retryJob', ['organizationId', 'jobId']),
    'permissions.listOfMember': { graphql: inMember('places { nodes { permission } }') },
  },
  bits: {
    'organization.admin': [
      'monitoring.listFailures',
      'monitoring.getUsage',
      'monitoring.retryJob',
      'permissions.listOfMember',
    ],
  },
}
