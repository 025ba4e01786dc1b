import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Page: 'pag',
    File: 'fil',
    ReusableContent: 'rus',
    Conflict: 'cfl',
  },
  events: {
    'space.content_updated': 'space',
    'change_request.content_changed': 'space',
    'change_request.merged': 'space',
  },
  scopes: {
    'change-request:merge': 'Merge change requests.',
    'organization:search': 'Search the content of an organization.',
  },
  withinSpace: ['Page', 'File'],
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
