import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Grant: 'gra',
  },
  events: {
    'permission.granted': 'admins',
    'permission.changed': 'admins',
    'permission.removed': 'admins',
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
declare module '../../core/events.ts' {
  interface EventAudiences extends Events {}
}

type Scopes = (typeof facts)['scopes']
declare module '../../core/viewer.ts' {
  interface ScopeDescriptions extends Scopes {}
}
