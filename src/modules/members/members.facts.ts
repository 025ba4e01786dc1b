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
