import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Organization: 'org',
  },
  events: {
    'organization.created': { audience: 'organization', description: 'An organization was created.' },
    'organization.updated': { audience: 'organization', description: 'An organization was updated.' },
    'organization.deleted': { audience: 'organization', description: 'An organization was deleted.' },
    'organization.restored': { audience: 'organization', description: 'An organization was restored.' },
  },
  scopes: {
    'organization:read': 'Read organizations, their teams, collections and events.',
    'organization:write': 'Create organizations, and change them, their teams, collections and webhooks.',
  },
  labels: {
    Organization: {
      scope: 'organization:read',
      select:
        'SELECT "id", "id" AS "organizationId", "title" AS "label" FROM "Organization" WHERE "id" = ANY($1)',
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    organizations: typeof facts
  }
}
