import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    User: 'usr',
  },
  events: {
    'user.updated': { audience: 'admins', description: 'A user was updated.' },
    'user.operator_appointed': {
      audience: 'admins',
      description: 'A user became an operator of this instance.',
    },
    'user.operator_dismissed': {
      audience: 'admins',
      description: 'A user is no longer an operator of this instance.',
    },
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
declare module '../../core/events/events.ts' {
  interface EventFacts extends Events {}
}

type Scopes = (typeof facts)['scopes']
declare module '../../core/access/viewer.ts' {
  interface ScopeDescriptions extends Scopes {}
}
