import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Review: 'rvw',
  },
  events: {
    'change_request.review_requested': {
      audience: 'space',
      description: 'A review was requested from a user.',
    },
    'change_request.review_request_removed': {
      audience: 'space',
      description: 'A review request was withdrawn.',
    },
    'change_request.reviewed': { audience: 'space', description: 'A change request was reviewed.' },
  },
  withinSpace: ['Review'],
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events/events.ts' {
  interface EventFacts extends Events {}
}
