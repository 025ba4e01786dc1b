import type { ModuleAccess } from '../access/declared.ts'

declare module '../access/world.ts' {
  interface World {
    subdomain: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db }, { organizationId }) => {
    const subdomain = `press-${organizationId.slice(-8).toLowerCase()}`
    await db.database.prisma.organization.update({
      where: { id: organizationId },
      data: { hostname: subdomain },
    })
    return { subdomain }
  },
  cases: {
    'organizations.getBySubdomain': {
      graphql: ({ subdomain }) => ({
        query: 'query($subdomain: String!) { organizationBySubdomain(subdomain: $subdomain) { id } }',
        variables: { subdomain },
      }),
    },
  },
}
