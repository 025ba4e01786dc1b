import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Review: 'rvw',
  },
  events: {
    'change_request.review_requested': {
      audience: 'space',
      description: 'A user was asked to review a change request.',
    },
    'change_request.review_request_removed': {
      audience: 'space',
      description: 'A request to review was taken back.',
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
