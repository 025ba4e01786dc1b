import type { Facts } from '../../core/module.ts'

export const facts = {
  ids: {
    Webhook: 'whk',
    WebhookDelivery: 'whd',
  },
  events: {
    'webhook.created': 'admins',
    'webhook.updated': 'admins',
    'webhook.deleted': 'admins',
    'webhook.paused': 'admins',
  },
} as const satisfies Facts

type Ids = (typeof facts)['ids']
declare module '../../core/ids.ts' {
  interface IdPrefixes extends Ids {}
}

type Events = (typeof facts)['events']
declare module '../../core/events.ts' {
  interface EventAudiences extends Events {}
}
