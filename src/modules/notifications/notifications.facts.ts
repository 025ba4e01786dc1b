import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: { Notification: 'ntf' },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    notifications: typeof facts
  }
}
