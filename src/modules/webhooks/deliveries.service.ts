import { DomainError, notFound } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { adminWebhooks, type DeliveryRow, deliveryById, type WebhookRow } from './webhooks.loaders.ts'
import { PING, PingWebhook, RedeliverWebhookDelivery } from './webhooks.model.ts'
import { enqueueDelivery } from './webhooks.queue.ts'

/** Sends a test delivery. */
export const pingWebhook = operation({
  id: 'webhooks.ping',
  input: PingWebhook,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, { webhookId, organizationId }) => adminWebhooks.get(ctx.reads, webhookId, organizationId),
  run: async (ctx, _input, webhook) => {
    requireActive(webhook)
    const id = newId('WebhookDelivery')
    const now = ctx.now()
    const body = JSON.stringify({
      id,
      type: PING,
      organization: webhook.organizationId,
      actor: ctx.viewer.userId,
      occurredAt: now.toISOString(),
      subject: { webhook: webhook.id },
      tags: [],
    })
    await ctx.tx.webhookDelivery.create({
      data: { id, webhookId: webhook.id, position: 0n, type: PING, body, nextAttemptAt: now, createdAt: now },
    })
    await enqueueDelivery(ctx.tx, webhook)
    return getDelivery(ctx, id)
  },
})

/** Sends a finished delivery again: the same bytes with the same id. */
export const redeliverWebhookDelivery = operation({
  id: 'webhooks.redeliver',
  input: RedeliverWebhookDelivery,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx, { organizationId, webhookId, deliveryId }) => {
    if (organizationId !== undefined) await adminWebhooks.organizationOf(ctx.reads, organizationId)
    const delivery = await ctx.reads.load(deliveryById, deliveryId)
    if (!delivery || (webhookId !== undefined && delivery.webhookId !== webhookId)) {
      throw notFound('This delivery')
    }
    return adminWebhooks.get(ctx.reads, delivery.webhookId, organizationId)
  },
  run: async (ctx, { deliveryId: id }, webhook) => {
    requireActive(webhook)
    // Only a finished one: of two concurrent requests, the second finds it pending.
    const { count } = await ctx.tx.webhookDelivery.updateMany({
      where: { id, status: { not: 'pending' } },
      data: { status: 'pending', attempts: 0, nextAttemptAt: ctx.now() },
    })
    if (count === 0)
      throw new DomainError(
        'conflict',
        'This delivery is still pending. Wait until it has succeeded or failed.',
      )
    await enqueueDelivery(ctx.tx, webhook)
    return getDelivery(ctx, id)
  },
})

function requireActive({ active }: WebhookRow): void {
  if (!active) {
    throw new DomainError('conflict', 'This webhook is paused. Set `active` to true first.')
  }
}

async function getDelivery({ reads }: WriteContext, id: string): Promise<DeliveryRow> {
  reads.forget()
  const delivery = await reads.load(deliveryById, id)
  if (!delivery) throw notFound('This delivery')
  return delivery
}
