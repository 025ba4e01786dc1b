import type { Prisma } from '../../generated/prisma/client.ts'
import { enqueue } from '../../platform/queue.ts'

/** The job that sends what waits for one webhook. */
export const DELIVER = 'webhooks.deliver'

/** One webhook is served by one job at a time: that is what keeps its deliveries in order. */
export const enqueueDelivery = (tx: Prisma.TransactionClient, webhookId: string, runAt?: Date) =>
  enqueue(tx, DELIVER, { webhookId }, { jobKey: webhookId, ...(runAt ? { runAt } : {}) })
