import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Grant: 'gra',
  },
  events: {
    'permission.granted': { audience: 'admins', description: 'A role was granted to a user or a team.' },
    'permission.changed': { audience: 'admins', description: 'The role of a user or a team was changed.' },
    'permission.removed': { audience: 'admins', description: 'The role of a user or a team was removed.' },
  },
  scopes: {
    'space:permissions:read': 'Read who has access to spaces and collections.',
    'space:permissions:write': 'Change who has access to spaces and collections.',
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
