import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Grant: 'gra',
  },
  events: {
    'permission.granted': {
      audience: 'admins',
      description: 'A permission was granted to a user or a team.',
    },
    'permission.changed': {
      audience: 'admins',
      description: 'The permission of a user or a team was changed.',
    },
    'permission.removed': {
      audience: 'admins',
      description: 'The permission of a user or a team was removed.',
    },
  },
  scopes: {
    'space:permissions:read': 'Read who has access to spaces and collections.',
    'space:permissions:write': 'Change who has access to spaces and collections.',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    grants: typeof facts
  }
}
