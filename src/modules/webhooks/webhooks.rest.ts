import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { eventId } from '../events/index.ts'
import { pingWebhook, redeliverWebhookDelivery } from './deliveries.service.ts'
import { type DeliveryRow, lastDeliveryOf, type WebhookRow } from './webhooks.loaders.ts'
import { DeliveryStatus } from './webhooks.model.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
} from './webhooks.service.ts'
import { webhookUrl } from './webhooks.urls.ts'

const RestDelivery = z
  .object({
    object: z.literal('webhook-delivery'),
    id: z.string(),
    webhook: z.string(),
    type: z.string(),
    event: z.string().optional(),
    status: DeliveryStatus,
    attempts: z.int(),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp.optional(),
    nextAttemptAt: Timestamp.optional(),
    body: z.string().meta({ description: 'The JSON body that every attempt sends, as it is signed.' }),
    responseStatus: z.int().optional(),
    responseBody: z.string().optional(),
    durationMs: z.int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'WebhookDelivery' })

function toRestDelivery(delivery: DeliveryRow): z.input<typeof RestDelivery> {
  const position = BigInt(delivery.position)
  return {
    object: 'webhook-delivery',
    id: delivery.id,
    webhook: delivery.webhookId,
    type: delivery.type,
    event: position === 0n ? undefined : eventId(position),
    status: delivery.status,
    attempts: delivery.attempts,
    createdAt: delivery.createdAt.toISOString(),
    lastAttemptAt: delivery.lastAttemptAt?.toISOString(),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString(),
    body: delivery.body,
    responseStatus: delivery.responseStatus ?? undefined,
    responseBody: delivery.responseBody ?? undefined,
    durationMs: delivery.durationMs ?? undefined,
    error: delivery.error ?? undefined,
  }
}

const RestWebhook = z
  .object({
    object: z.literal('webhook'),
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()),
    space: z.string().optional(),
    active: z.boolean(),
    pausedAt: Timestamp.optional(),
    pausedReason: z.string().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastDelivery: RestDelivery.optional(),
    urls: z.object({ location: z.string() }),
  })
  .meta({ id: 'Webhook' })

async function toRestWebhook(
  webhook: WebhookRow,
  { caller, urls }: View,
): Promise<z.input<typeof RestWebhook>> {
  const last = await caller.load(lastDeliveryOf, webhook.id)
  return {
    object: 'webhook',
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    space: webhook.spaceId ?? undefined,
    active: webhook.active,
    pausedAt: webhook.pausedAt?.toISOString(),
    pausedReason: webhook.pausedReason ?? undefined,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
    lastDelivery: last ? toRestDelivery(last) : undefined,
    urls: { location: webhookUrl(urls, webhook.organizationId, webhook.id) },
  }
}

const webhooks = '/orgs/:organizationId/webhooks'
const webhook = `${webhooks}/:webhookId`
const one = { response: RestWebhook, present: toRestWebhook }
const oneDelivery = { response: RestDelivery, present: toRestDelivery, status: 202 }

export const routes = [
  listRoute(webhooks, listWebhooks, {
    summary: 'List the webhooks of an organization',
    item: RestWebhook,
    present: (rows, view) => Promise.all(rows.map((row) => toRestWebhook(row, view))),
  }),
  route('POST', webhooks, createWebhook, {
    summary: 'Create a webhook; its secret is returned only here',
    status: 201,
    response: RestWebhook.extend({ secret: z.string() }),
    present: async ({ webhook: row, secret }, view) => ({ ...(await toRestWebhook(row, view)), secret }),
    location: ({ webhook: { organizationId, id } }, { urls }) => webhookUrl(urls, organizationId, id),
  }),
  route('GET', webhook, getWebhook, { ...one, summary: 'Get a webhook' }),
  route('PATCH', webhook, updateWebhook, { ...one, summary: 'Update, pause or resume a webhook' }),
  deletion(webhook, deleteWebhook, { summary: 'Delete a webhook and its deliveries' }),
  route('POST', `${webhook}/ping`, pingWebhook, {
    ...oneDelivery,
    summary: 'Send a test delivery to a webhook',
  }),
  listRoute(`${webhook}/deliveries`, listDeliveries, {
    summary: 'List the deliveries of a webhook, newest first',
    item: RestDelivery,
    present: (rows) => rows.map(toRestDelivery),
  }),
  route('POST', `${webhook}/deliveries/:deliveryId/redeliver`, redeliverWebhookDelivery, {
    ...oneDelivery,
    summary: 'Send a delivery again',
  }),
]
