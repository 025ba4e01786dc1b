import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Review: 'rvw',
  },
  events: {
    'change_request.review_requested': 'space',
    'change_request.review_request_removed': 'space',
    'change_request.reviewed': 'space',
  },
  withinSpace: ['Review'],
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events.ts' {
  interface EventAudiences extends Events {}
}
