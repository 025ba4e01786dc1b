import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  events: {
    'site.hostname_checked': {
      audience: 'members',
      description: 'It was checked whether the hostname or the proxy of a site leads to this server.',
    },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    siteHostnames: typeof facts
  }
}
