import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    Event: 'evt',
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    events: typeof facts
  }
}
