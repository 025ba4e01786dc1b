import { DomainError, invalidField } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { newId } from '../../core/ids.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import {
  listOperation,
  operation,
  preparedOperation,
  readOperation,
} from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { spaceById } from '../spaces/index.ts'
import { newSecret } from './signatures.ts'
import {
  adminWebhooks,
  deliveriesOfWebhook,
  type WebhookRow,
  webhooksOfOrganization,
} from './webhooks.loaders.ts'
import {
  CreateWebhook,
  DeleteWebhook,
  DeliveryFilters,
  GetWebhook,
  ListDeliveries,
  ListWebhooks,
  MAX_WEBHOOKS,
  UpdateWebhook,
} from './webhooks.model.ts'
import { enqueueDelivery } from './webhooks.queue.ts'
import { followFromNow, lockWebhook, requirePublicUrl } from './webhooks.setup.ts'

export const listWebhooks = listOperation({
  id: 'webhooks.list',
  input: ListWebhooks,
  filters: NoFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard: async (_ctx, organization) => adminWebhooks.requireMayManage(organization),
  list: () => webhooksOfOrganization,
})

export const getWebhook = readOperation({
  id: 'webhooks.get',
  input: GetWebhook,
  scope: 'organization:read',
  read: (ctx, { webhookId, organizationId }) => adminWebhooks.get(ctx.reads, webhookId, organizationId),
})

export const listDeliveries = listOperation({
  id: 'webhooks.listDeliveries',
  input: ListDeliveries,
  filters: DeliveryFilters,
  scope: 'organization:read',
  parent: (ctx, { webhookId, organizationId }) => adminWebhooks.get(ctx.reads, webhookId, organizationId),
  list: () => deliveriesOfWebhook,
})

/** Returns the secret as well, which no other operation does. */
export const createWebhook = preparedOperation({
  id: 'webhooks.create',
  input: CreateWebhook,
  scope: 'organization:write',
  authorize: (ctx, { organizationId }) => adminWebhooks.organizationOf(ctx.reads, organizationId),
  prepare: async ({ tools }, { url, secret = newSecret() }) => {
    await requirePublicUrl(tools.outbound, url)
    return { secret, sealed: await tools.secrets.seal(secret) }
  },
  run: async (ctx, input, { id: organizationId }, { secret, sealed }) => {
    if (input.space !== undefined) await requireSpace(ctx, organizationId, input.space)
    // Takes the lock on the organization's cursor first, so that concurrent requests cannot exceed the
    // limit.
    const since = await followFromNow(ctx.tx, organizationId)
    if ((await ctx.tx.webhook.count({ where: { organizationId } })) >= MAX_WEBHOOKS) {
      throw new DomainError(
        'conflict',
        `An organization can have at most ${MAX_WEBHOOKS} webhooks. Delete one first.`,
      )
    }
    const now = ctx.now()
    const { id: webhookId } = await ctx.tx.webhook.create({
      data: {
        id: newId('Webhook'),
        organizationId,
        spaceId: input.space ?? null,
        url: input.url,
        events: [...new Set(input.events ?? [])],
        active: input.active,
        secret: sealed,
        since,
        createdById: ctx.viewer.userId,
        createdAt: now,
        updatedAt: now,
      },
    })
    emitAbout(ctx, { id: webhookId, organizationId }, 'webhook.created')
    return { webhook: await adminWebhooks.get(ctx.reads, webhookId), secret }
  },
})

export const updateWebhook = preparedOperation({
  id: 'webhooks.update',
  input: UpdateWebhook,
  scope: 'organization:write',
  authorize: (ctx, { webhookId, organizationId }) => adminWebhooks.get(ctx.reads, webhookId, organizationId),
  changes: (webhook) => rowOf('Webhook', webhook),
  prepare: async ({ tools }, { url, secret }) => {
    if (url !== undefined) await requirePublicUrl(tools.outbound, url)
    return { sealed: secret === undefined ? undefined : await tools.secrets.seal(secret) }
  },
  run: async (ctx, { webhookId, url, events, space, active }, webhook, { sealed }) => {
    const { organizationId } = webhook
    if (typeof space === 'string') await requireSpace(ctx, organizationId, space)
    // Locked, so that the current status decides whether it is paused or resumed when callers change it
    // concurrently.
    const wasActive = await lockWebhook(ctx.tx, webhookId)
    const isResumed = active === true && !wasActive
    const data = {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(space === undefined ? {} : { spaceId: space }),
      ...(sealed === undefined ? {} : { secret: sealed }),
      ...(active === false && wasActive
        ? { active, pausedAt: ctx.now(), pausedReason: 'Paused by an admin.' }
        : {}),
      ...(isResumed
        ? {
            active,
            pausedAt: null,
            pausedReason: null,
            failures: 0,
            since: await followFromNow(ctx.tx, organizationId),
          }
        : {}),
    }
    if (Object.keys(data).length > 0) {
      await ctx.tx.webhook.update({ where: { id: webhookId }, data: { ...data, updatedAt: ctx.now() } })
      emitAbout(ctx, webhook, 'webhook.updated')
    }
    if (isResumed) await enqueueDelivery(ctx.tx, webhook)
    ctx.reads.forget()
    return adminWebhooks.get(ctx.reads, webhookId)
  },
})

/** Returns whether it existed: deleting a webhook that is already deleted succeeds. */
export const deleteWebhook = operation({
  id: 'webhooks.delete',
  input: DeleteWebhook,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, { webhookId, organizationId }) =>
    adminWebhooks.findToDelete(ctx.reads, webhookId, organizationId),
  changes: (webhook) => rowOf('Webhook', webhook),
  run: async (ctx, { webhookId }, webhook) => {
    const { count } = webhook ? await ctx.tx.webhook.deleteMany({ where: { id: webhook.id } }) : { count: 0 }
    if (webhook && count > 0) emitAbout(ctx, webhook, 'webhook.deleted')
    return { deletedId: webhookId, existed: count > 0 }
  },
})

async function requireSpace(ctx: WriteContext, organizationId: string, spaceId: string): Promise<void> {
  const space = await ctx.reads.load(spaceById, spaceId)
  if (space?.organizationId === organizationId) return
  throw invalidField('space', `there is no space ${spaceId} in this organization`)
}

function emitAbout(
  ctx: WriteContext,
  { id, organizationId }: Pick<WebhookRow, 'id' | 'organizationId'>,
  type: EventType,
): void {
  ctx.emit({ organizationId, type, subject: { webhook: id } })
}
