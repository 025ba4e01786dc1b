import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Space: 'spc',
  },
  events: {
    'space.created': 'space',
    'space.updated': 'space',
    'space.deleted': 'space',
    'space.restored': 'space',
    'space.duplicated': 'space',
    'space.moved': 'space',
    'space.transferred': 'space',
    'space.purged': 'space',
  },
  scopes: {
    'space:read': 'Read spaces, their content, change requests, comments and reviews.',
    'space:write': 'Change spaces, their content, change requests, comments and reviews.',
  },
  labels: {
    Space: {
      scope: 'space:read',
      select: 'SELECT "id", "organizationId", "title" AS "label" FROM "Space" WHERE "id" = ANY($1)',
    },
  },
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events.ts' {
  interface EventAudiences extends Events {}
}

type Scopes = (typeof facts)['scopes']
declare module '../../core/viewer.ts' {
  interface ScopeDescriptions extends Scopes {}
}
