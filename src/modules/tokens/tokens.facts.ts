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

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events/events.ts' {
  interface EventFacts extends Events {}
}
