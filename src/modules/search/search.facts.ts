import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  scopes: { 'organization:search': 'Search the content of an organization.' },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    search: typeof facts
  }
}
