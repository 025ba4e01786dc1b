import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Revision: 'rev',
  },
  withinSpace: ['Revision'],
  references: {
    revisionInitial: 'Revision',
    revisionMerged: 'Revision',
    revisionMergedAncestor: 'Revision',
    parents: 'Revision',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    revisions: typeof facts
  }
}
