import { defineModule } from '../../core/module.ts'
import { pingWebhook, redeliverWebhookDelivery } from './deliveries.service.ts'
import { deliver } from './webhooks.delivery.ts'
import { facts } from './webhooks.facts.ts'
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
  nodes: {
    Webhook: webhookById,
    WebhookDelivery: deliveryById,
  },
  jobs: { [DELIVER]: deliver },
})

export { removeOldDeliveries } from './webhooks.delivery.ts'
export { FanOut } from './webhooks.fan-out.ts'
