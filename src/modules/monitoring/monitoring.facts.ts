import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  events: {
    'job.retried': { audience: 'admins', description: 'Failed background work was started again.' },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    monitoring: typeof facts
  }
}
