import type { Facts } from '../../core/operations/module.ts'

export const facts = {
  sealed: { Webhook: 'secret' },
  ids: {
    Webhook: 'whk',
    WebhookDelivery: 'whd',
  },
  events: {
    'webhook.created': { audience: 'admins', description: 'A webhook was created.' },
    'webhook.updated': { audience: 'admins', description: 'A webhook was updated.' },
    'webhook.deleted': { audience: 'admins', description: 'A webhook was deleted.' },
    'webhook.paused': { audience: 'admins', description: 'A webhook was paused.' },
  },
} as const satisfies Facts

declare module '../../core/facts.ts' {
  interface DeclaredFacts {
    webhooks: typeof facts
  }
}
