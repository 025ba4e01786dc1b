import { z } from 'zod'
import { appendEvents } from '../../core/events/events.ts'
import type { JobContext } from '../../core/operations/module.ts'
import type { Webhook, WebhookDelivery } from '../../generated/prisma/client.ts'
import type { Database } from '../../platform/database.ts'
import { type Attempt, attempt, nextAttemptAt } from './webhooks.attempt.ts'
import { DELIVERY_RETENTION_MS, FAILURES_BEFORE_PAUSE } from './webhooks.model.ts'
import { enqueueDelivery } from './webhooks.queue.ts'

/** The number of deliveries to one webhook before other jobs can run. */
const IN_A_ROW = 100

const Payload = z.object({ webhookId: z.string() })

/**
 * The job: sends the pending deliveries of one webhook in the order of the log, and reschedules itself for
 * later ones.
 */
export async function deliver(payload: unknown, ctx: JobContext): Promise<void> {
  const { webhookId } = Payload.parse(payload)
  const { prisma } = ctx.database
  let webhook: Webhook | null = null
  for (let sent = 0; sent < IN_A_ROW; sent++) {
    ctx.signal.throwIfAborted()
    // Read again each time: it may have been paused, changed or deleted.
    webhook = await prisma.webhook.findUnique({ where: { id: webhookId } })
    if (!webhook?.active) return
    if (await isSuspended(ctx, webhook)) return
    const delivery = await prisma.webhookDelivery.findFirst({
      where: { webhookId, status: 'pending', nextAttemptAt: { lte: ctx.now() } },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    })
    if (!delivery) break
    await deliverOnce(ctx, webhook, delivery)
  }
  const next = await prisma.webhookDelivery.findFirst({
    where: { webhookId, status: 'pending' },
    orderBy: { nextAttemptAt: 'asc' },
    select: { nextAttemptAt: true },
  })
  const { nextAttemptAt: runAt } = next ?? {}
  const due = webhook
  if (due && runAt) await ctx.database.transaction((tx) => enqueueDelivery(tx, due, runAt))
}

/** How often a webhook of a deleted organization is looked at again, because the organization may be restored. */
const SUSPENDED_MS = 60 * 60 * 1000

/** Nothing is sent for a deleted organization. What waits is sent when it is restored. */
async function isSuspended({ database, now }: JobContext, webhook: Webhook): Promise<boolean> {
  const { organizationId: id } = webhook
  if ((await database.prisma.organization.count({ where: { id, deletedAt: null } })) > 0) return false
  const runAt = new Date(now().getTime() + SUSPENDED_MS)
  await database.transaction((tx) => enqueueDelivery(tx, webhook, runAt))
  return true
}

async function deliverOnce(ctx: JobContext, webhook: Webhook, delivery: WebhookDelivery): Promise<void> {
  const { now, signal } = ctx
  const secret = await ctx.secrets.open(webhook.secret).catch(() => null)
  const made =
    secret === null
      ? unsigned
      : await attempt(ctx.outboundFor(delivery.trace), delivery, { url: webhook.url, secret, now, signal })
  await record(ctx, webhook, { delivery, made })
}

/** Retried like a failure of the receiver: the operator may restore the right key. */
const unsigned: Attempt = {
  outcome: 'retry',
  isGone: false,
  responseStatus: null,
  responseBody: null,
  error:
    'The secret of this webhook cannot be decrypted with the current SECRET_KEY. Restore the key, or set a new secret.',
  retryAfterMs: 0,
  durationMs: 0,
}

/** Records the result of an attempt. A node that dies before this repeats the attempt. */
function record(
  { database, now }: JobContext,
  { id: webhookId, organizationId }: Webhook,
  { delivery, made }: { delivery: WebhookDelivery; made: Attempt },
): Promise<void> {
  const at = now()
  const attempts = delivery.attempts + 1
  const next = nextAttemptAt(attempts, made, at)
  const status = made.outcome === 'succeeded' ? 'succeeded' : next ? 'pending' : 'failed'
  return database.transaction(async (tx) => {
    // Only if it is unchanged since it was read: a node that was considered dead may resume after another
    // one sent the same delivery.
    const { count: written } = await tx.webhookDelivery.updateMany({
      where: { id: delivery.id, status: 'pending', attempts: delivery.attempts },
      data: {
        status,
        attempts,
        nextAttemptAt: next,
        lastAttemptAt: at,
        responseStatus: made.responseStatus,
        responseBody: made.responseBody,
        durationMs: made.durationMs,
        error: made.error,
      },
    })
    if (written === 0) return
    if (status === 'succeeded') {
      await tx.webhook.updateMany({ where: { id: webhookId, failures: { gt: 0 } }, data: { failures: 0 } })
    }
    if (status !== 'failed') return
    const [row] = await tx.webhook.updateManyAndReturn({
      where: { id: webhookId },
      data: { failures: { increment: 1 } },
      select: { failures: true },
    })
    const isTired = (row?.failures ?? 0) >= FAILURES_BEFORE_PAUSE
    if (!made.isGone && !isTired) return
    const pausedReason = made.isGone
      ? 'The receiver answered 410 Gone.'
      : `${FAILURES_BEFORE_PAUSE} consecutive deliveries failed.`
    // Only the transaction that finds it active pauses it and emits the event.
    const { count } = await tx.webhook.updateMany({
      where: { id: webhookId, active: true },
      data: { active: false, pausedAt: at, pausedReason, updatedAt: at },
    })
    if (count === 0) return
    await appendEvents(
      tx,
      [{ organizationId, type: 'webhook.paused', subject: { webhook: webhookId } }],
      null,
      at,
    )
  })
}

/** The number of rows that one statement removes. */
const BATCH = 1000

/** Removes deliveries that are past their retention; pending ones are kept. */
export async function removeOldDeliveries(
  { pool }: Database,
  { now, signal, batch = BATCH }: { now: Date; signal?: AbortSignal; batch?: number },
): Promise<number> {
  const before = new Date(now.getTime() - DELIVERY_RETENTION_MS)
  let removed = 0
  let last = batch
  while (last === batch && !signal?.aborted) {
    const { rowCount } = await pool.query(
      `DELETE FROM "WebhookDelivery" WHERE "id" = ANY(ARRAY(SELECT "id" FROM "WebhookDelivery"
        WHERE "createdAt" < $1 AND "status" <> 'pending' ORDER BY "createdAt" LIMIT $2))`,
      [before, batch],
    )
    last = rowCount ?? 0
    removed += last
  }
  return removed
}
