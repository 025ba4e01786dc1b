import type { ModuleAccess } from '../access/declared.ts'
import { change, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    subdomain: string
  }
}

const logo = { name: 'logo.gif', base64: 'R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=' }

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
    'organizations.setLogo': change('setOrganizationLogo', ['organizationId'], () => logo),
    'organizations.uploadLogo': {
      form: () => {
        const form = new FormData()
        form.append('file', new Blob([Buffer.from(logo.base64, 'base64')]), logo.name)
        return form
      },
      graphql: ({ organizationId }) => write('setOrganizationLogo', { organizationId, ...logo }),
    },
  },
  bits: { 'organization.admin': ['organizations.setLogo', 'organizations.uploadLogo'] },
}
