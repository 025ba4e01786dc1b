import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Review: 'rvw',
  },
  events: {
    'change_request.review_requested': {
      audience: 'space',
      description: 'A user was requested to review a change request.',
    },
    'change_request.review_request_removed': {
      audience: 'space',
      description: 'A request for review was removed.',
    },
    'change_request.reviewed': { audience: 'space', description: 'A change request was reviewed.' },
  },
  withinSpace: ['Review'],
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    reviews: typeof facts
  }
}
