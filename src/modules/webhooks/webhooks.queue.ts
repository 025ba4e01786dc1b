import type { Prisma } from '../../generated/prisma/client.ts'
import { enqueue } from '../../platform/queue.ts'

/** The job that sends the pending deliveries of one webhook. */
export const DELIVER = 'webhooks.deliver'

/** Each webhook has at most one running job, which keeps its deliveries in order. */
export const enqueueDelivery = (tx: Prisma.TransactionClient, webhookId: string, runAt?: Date) =>
  enqueue(tx, DELIVER, { webhookId }, { jobKey: webhookId, ...(runAt ? { runAt } : {}) })
