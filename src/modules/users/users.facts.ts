import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    User: 'usr',
  },
  events: {
    'user.updated': 'admins',
    'user.operator_appointed': 'admins',
    'user.operator_dismissed': 'admins',
  },
  scopes: {
    'user:read': 'Read your own user and tokens.',
    'user:write': 'Change your own user and tokens.',
  },
  labels: {
    User: {
      select:
        'SELECT "id", NULL AS "organizationId", "displayName" AS "label" FROM "User" WHERE "id" = ANY($1)',
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
