import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  ids: {
    ApiToken: 'tok',
  },
  events: {
    'token.created': { audience: 'admins', description: 'An API token was created.' },
    'token.revoked': { audience: 'admins', description: 'An API token was revoked.' },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    tokens: typeof facts
  }
}

declare module '../../core/settings.ts' {
  interface Settings {
    readonly tokens: { readonly maxPerUser: number }
  }
}
