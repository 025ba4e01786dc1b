import { LogReader } from '../../core/events/log-reader.ts'
import { defineModule } from '../../core/operations/module.ts'
import { keptTable } from '../../core/personal-data.ts'
import { pingWebhook, redeliverWebhookDelivery } from './deliveries.service.ts'
import { deliver, removeOldDeliveries } from './webhooks.delivery.ts'
import { describedMessages } from './webhooks.described.ts'
import { facts } from './webhooks.facts.ts'
import { fanOut } from './webhooks.fan-out.ts'
import { deliveryById, webhookById } from './webhooks.loaders.ts'
import { DELIVER } from './webhooks.queue.ts'
import { routes } from './webhooks.rest.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
} from './webhooks.service.ts'
import './webhooks.graphql.ts'

export const webhooks = defineModule({
  name: 'webhooks',
  facts,
  personalData: [keptTable('Webhook', 'createdById')],
  periodic: { 'remove-old-deliveries': ({ database, ...options }) => removeOldDeliveries(database, options) },
  followers: {
    webhooks: ({ database, now, ...options }) =>
      new LogReader({ ...options, work: (asked) => fanOut(database, { ...asked, now: now() }) }),
  },
  operations: [
    getWebhook,
    createWebhook,
    updateWebhook,
    deleteWebhook,
    pingWebhook,
    redeliverWebhookDelivery,
  ],
  lists: [listWebhooks, listDeliveries],
  routes,
  describedMessages,
  nodes: {
    Webhook: webhookById,
    WebhookDelivery: deliveryById,
  },
  jobs: { [DELIVER]: deliver },
})

export { MAX_WEBHOOKS } from './webhooks.model.ts'
