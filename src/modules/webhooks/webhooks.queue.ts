import type { Prisma, Webhook } from '../../generated/prisma/client.ts'
import { enqueue } from '../../platform/queue.ts'

/** The job that sends the pending deliveries of one webhook. */
export const DELIVER = 'webhooks.deliver'

/** Each webhook has at most one running job, which keeps its deliveries in order. */
export const enqueueDelivery = (
  tx: Prisma.TransactionClient,
  { id: webhookId, organizationId }: Pick<Webhook, 'id' | 'organizationId'>,
  runAt?: Date,
) => enqueue(tx, DELIVER, { webhookId }, { organizationId, jobKey: webhookId, ...(runAt ? { runAt } : {}) })
