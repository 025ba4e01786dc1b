import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: { Conflict: 'cfl' },
  events: {
    'change_request.conflicted': {
      audience: 'space',
      description:
        'A change request has conflicts with main content: it was updated from it, or main content was changed.',
    },
    'change_request.merged': { audience: 'space', description: 'A change request was merged.' },
    'change_request.rules_bypassed': {
      audience: 'space',
      description: 'A change request was merged although it did not meet the merge rules.',
    },
  },
  scopes: { 'change-request:merge': 'Merge change requests.' },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    merge: typeof facts
  }
}
