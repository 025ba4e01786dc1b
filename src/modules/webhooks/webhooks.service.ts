import { randomBytes } from 'node:crypto'
import type { WriteContext } from '../../core/context.ts'
import { DomainError } from '../../core/errors.ts'
import type { EventType } from '../../core/events.ts'
import { newId } from '../../core/ids.ts'
import { listOperation, operation } from '../../core/operation.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { spaceById } from '../spaces/index.ts'
import {
  deliveriesOfWebhook,
  findWebhook,
  getAdministrated,
  getWebhookRow,
  requireMayManage,
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
  MOST_WEBHOOKS,
  NoFilters,
  UpdateWebhook,
} from './webhooks.model.ts'
import { enqueueDelivery } from './webhooks.queue.ts'
import { followFromNow, requirePublicUrl } from './webhooks.setup.ts'

export const listWebhooks = listOperation({
  id: 'webhooks.list',
  input: ListWebhooks,
  filters: NoFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard: async (_ctx, organization) => requireMayManage(organization),
  list: () => webhooksOfOrganization,
})

export const getWebhook = operation({
  id: 'webhooks.get',
  input: GetWebhook,
  scope: 'organization:read',
  writes: false,
  authorize: (ctx, at) => getWebhookRow(ctx.reads, at),
  run: async (_ctx, _input, webhook) => webhook,
})

export const listDeliveries = listOperation({
  id: 'webhooks.listDeliveries',
  input: ListDeliveries,
  filters: DeliveryFilters,
  scope: 'organization:read',
  parent: (ctx, at) => getWebhookRow(ctx.reads, at),
  list: () => deliveriesOfWebhook,
})

/** Gives the secret besides: it is shown only here. */
export const createWebhook = operation({
  id: 'webhooks.create',
  input: CreateWebhook,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, { organizationId }) => getAdministrated(ctx.reads, organizationId),
  run: async (ctx, input, { id: organizationId }) => {
    await requirePublicUrl(ctx.tools.outbound, input.url)
    if (input.space !== undefined) await requireSpace(ctx, organizationId, input.space)
    const secret = input.secret ?? randomBytes(32).toString('base64url')
    // Takes the lock on the organization's cursor first, under which the limit holds.
    const since = await followFromNow(ctx.tx, organizationId)
    if ((await ctx.tx.webhook.count({ where: { organizationId } })) >= MOST_WEBHOOKS) {
      throw new DomainError('conflict', `An organization has at most ${MOST_WEBHOOKS} webhooks. Delete one.`)
    }
    const now = ctx.now()
    const { id: webhookId } = await ctx.tx.webhook.create({
      data: {
        id: newId('Webhook'),
        organizationId,
        spaceId: input.space ?? null,
        url: input.url,
        events: [...new Set(input.events ?? [])],
        active: input.active ?? true,
        secret: await ctx.tools.secrets.seal(secret),
        since,
        createdById: ctx.viewer.userId,
        createdAt: now,
        updatedAt: now,
      },
    })
    emitAbout(ctx, { id: webhookId, organizationId }, 'webhook.created')
    return { webhook: await getWebhookRow(ctx.reads, { webhookId }), secret }
  },
})

export const updateWebhook = operation({
  id: 'webhooks.update',
  input: UpdateWebhook,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, at) => getWebhookRow(ctx.reads, at),
  run: async (ctx, { webhookId, url, events, space, active, secret }, webhook) => {
    const { organizationId } = webhook
    if (url !== undefined) await requirePublicUrl(ctx.tools.outbound, url)
    if (typeof space === 'string') await requireSpace(ctx, organizationId, space)
    const isResumed = active === true && !webhook.active
    const data = {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: [...new Set(events)] }),
      ...(space === undefined ? {} : { spaceId: space }),
      ...(secret === undefined ? {} : { secret: await ctx.tools.secrets.seal(secret) }),
      ...(active === false && webhook.active
        ? { active, pausedAt: ctx.now(), pausedReason: 'An admin paused it.' }
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
    if (Object.keys(data).length === 0) return webhook
    await ctx.tx.webhook.updateMany({ where: { id: webhookId }, data: { ...data, updatedAt: ctx.now() } })
    if (isResumed) await enqueueDelivery(ctx.tx, webhookId)
    emitAbout(ctx, webhook, 'webhook.updated')
    ctx.reads.forget()
    return getWebhookRow(ctx.reads, { webhookId })
  },
})

/** Gives whether there was something to delete: deleting what is already gone succeeds as well. */
export const deleteWebhook = operation({
  id: 'webhooks.delete',
  input: DeleteWebhook,
  scope: 'organization:write',
  writes: true,
  authorize: (ctx, at) => findWebhook(ctx.reads, at),
  run: async (ctx, { webhookId }, webhook) => {
    const { count } = webhook ? await ctx.tx.webhook.deleteMany({ where: { id: webhook.id } }) : { count: 0 }
    if (webhook && count > 0) emitAbout(ctx, webhook, 'webhook.deleted')
    return { deletedId: webhookId, existed: count > 0 }
  },
})

async function requireSpace(ctx: WriteContext, organizationId: string, spaceId: string): Promise<void> {
  const space = await ctx.reads.load(spaceById, spaceId)
  if (space?.organizationId === organizationId) return
  const message = `There is no space ${spaceId} in this organization.`
  throw new DomainError('invalid_input', `space: ${message}`, [{ path: ['space'], message }])
}

function emitAbout(
  ctx: WriteContext,
  { id, organizationId }: Pick<WebhookRow, 'id' | 'organizationId'>,
  type: EventType,
): void {
  ctx.emit({ organizationId, type, subject: { webhook: id } })
}
