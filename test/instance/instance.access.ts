import type { ModuleAccess } from '../access/declared.ts'
import { read } from '../access/documents.ts'

export const access: ModuleAccess = {
  cases: {
    'instance.get': { graphql: () => read({}, 'instance { version }') },
    'instance.listOrganizations': {
      graphql: () => read({}, 'instanceOrganizations { nodes { organizationId } }'),
    },
    'instance.listUsers': { graphql: () => read({}, 'instanceUsers { nodes { state } }') },
  },
}
