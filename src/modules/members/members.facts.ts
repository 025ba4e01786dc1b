import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Member: 'mem',
  },
  events: {
    'member.updated': { audience: 'admins', description: 'A member was updated.' },
    'member.removed': { audience: 'admins', description: 'A member was removed.' },
  },
  scopes: {
    'organization:members:read': 'Read members.',
    'organization:members:write': 'Invite, change and remove members.',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    members: typeof facts
  }
}
