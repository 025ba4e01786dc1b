import { setTimeout as delay } from 'node:timers/promises'
import { invalidField, notFound } from '../../core/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { type Outbound, OutboundRefused } from '../../platform/outbound.ts'

/**
 * The time limit for resolving the host name. When it is exceeded, the address is checked at delivery, as
 * it is each time.
 */
const LOOKUP_MS = 2_000

/**
 * Rejects a URL to which deliveries would be blocked. An unreachable one is accepted, because it may become
 * reachable.
 */
export async function requirePublicUrl(outbound: Outbound, url: string): Promise<void> {
  try {
    await Promise.race([outbound.pin(url), delay(LOOKUP_MS, undefined, { ref: false })])
  } catch (error) {
    if (!(error instanceof OutboundRefused)) return
    throw invalidField('url', error.message)
  }
}

/**
 * The newest position of the log, from which a webhook receives events. Positions follow commit order
 * within an organization, so all later events come after it. If no other webhook reads the log, its cursor
 * moves here as well, so that it has nothing to catch up on. The row of the cursor stays locked: webhooks
 * of an organization are created one at a time.
 */
export async function followFromNow(tx: Prisma.TransactionClient, organizationId: string): Promise<bigint> {
  await tx.$executeRaw`INSERT INTO "WebhookCursor" ("organizationId", "position") VALUES (${organizationId}, 0)
    ON CONFLICT ("organizationId") DO UPDATE SET "position" = "WebhookCursor"."position"`
  const [newest] = await tx.$queryRaw<
    { position: bigint }[]
  >`SELECT coalesce(max("position"), 0) AS "position"
    FROM "Event" WHERE "organizationId" = ${organizationId}`
  const position = newest?.position ?? 0n
  await tx.$executeRaw`UPDATE "WebhookCursor" SET "position" = ${position} WHERE "organizationId" = ${organizationId}
    AND NOT EXISTS (SELECT 1 FROM "Webhook" WHERE "organizationId" = ${organizationId} AND "active")`
  return position
}

/**
 * Locks a webhook until commit, and returns whether it is active. Writers of its deliveries do not wait for
 * the lock.
 */
export async function lockWebhook(tx: Prisma.TransactionClient, webhookId: string): Promise<boolean> {
  const [webhook] = await tx.$queryRaw<{ active: boolean }[]>`
    SELECT "active" FROM "Webhook" WHERE "id" = ${webhookId} FOR NO KEY UPDATE`
  if (!webhook) throw notFound('This webhook')
  return webhook.active
}
