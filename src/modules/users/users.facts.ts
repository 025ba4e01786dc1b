import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    User: 'usr',
  },
  events: {
    'user.updated': { audience: 'admins', description: 'A user was updated.' },
    'user.deleted': { audience: 'admins', description: 'A user was deleted.' },
    'user.disabled': {
      audience: 'admins',
      description: 'An operator of this instance disabled a user: all tokens and sessions ended.',
    },
    'user.enabled': { audience: 'admins', description: 'A disabled user was enabled again.' },
    'user.email_changed': { audience: 'admins', description: 'The e-mail address of a user was changed.' },
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
  references: {
    owner: 'User',
    creator: 'User',
    contributor: 'User',
    requestedReviewer: 'User',
    authors: 'User',
    add: 'User',
    remove: 'User',
    actor: 'User',
    members: 'User',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    users: typeof facts
  }
}
