import type { LoggedEvent } from '../../core/events/events.ts'
import { newId } from '../../core/ids.ts'
import type { Prisma, Webhook } from '../../generated/prisma/client.ts'
import type { Database } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { messageOf } from '../events/index.ts'
import { ORGANIZATION_NOT_DELETED } from '../organizations/index.ts'
import { cacheTagsOfEvent } from './cache-tags-of-event.rest.ts'
import { enqueueDelivery } from './webhooks.queue.ts'

/** The number of events that one transaction turns into deliveries. */
const BATCH = 200

const BEHIND = statement<{ organizationId: string }>({
  name: 'webhookCursorsBehind',
  text: `SELECT c."organizationId" FROM "WebhookCursor" c
    WHERE ($1::text[] IS NULL OR c."organizationId" = ANY($1))
      AND EXISTS (SELECT 1 FROM "Event" e
        WHERE e."organizationId" = c."organizationId" AND e."position" > c."position")
      AND EXISTS (SELECT 1 FROM "Webhook" h JOIN "Organization" o ON o."id" = h."organizationId"
        AND ${ORGANIZATION_NOT_DELETED} WHERE h."organizationId" = c."organizationId" AND h."active")`,
})

type Subscriber = Pick<Webhook, 'id' | 'spaceId' | 'events' | 'since'>

const receives = ({ spaceId, events, since }: Subscriber, event: LoggedEvent) =>
  event.position > since &&
  (spaceId === null || spaceId === event.spaceId) &&
  (events.length === 0 || events.includes(event.type))

/**
 * Creates deliveries for the next events of each of these organizations, or of all. The position in the log is
 * stored in the same transaction, so that no event is lost or delivered twice when a node dies. Returns the
 * organizations that have more: others come first.
 */
export async function fanOut(
  database: Database,
  { organizationIds, now, signal }: { organizationIds: string[] | null; now: Date; signal: AbortSignal },
): Promise<string[]> {
  const behind = await database.query(BEHIND, [organizationIds])
  const more: string[] = []
  for (const { organizationId } of behind) {
    if (signal.aborted) return []
    if ((await fanOutSome(database, organizationId, now)) === BATCH) more.push(organizationId)
  }
  return more
}

/** The slugs of the OpenAPI specs that events are about, by their IDs. Those of deleted ones are unknown. */
async function slugsIn(
  tx: Prisma.TransactionClient,
  events: readonly LoggedEvent[],
): Promise<ReadonlyMap<string, string>> {
  const ids = events.flatMap(({ subject }) => subject.openAPISpec ?? [])
  if (ids.length === 0) return new Map()
  const specs = await tx.openAPISpec.findMany({
    where: { id: { in: ids } },
    select: { id: true, slug: true },
  })
  return new Map(specs.map(({ id, slug }) => [id, slug]))
}

function fanOutSome(database: Database, organizationId: string, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    // Nodes that are notified at the same time wait for each other here, and the second one reads the rest.
    const [cursor] = await tx.$queryRaw<{ position: bigint }[]>`
      SELECT "position" FROM "WebhookCursor" WHERE "organizationId" = ${organizationId} FOR UPDATE`
    if (!cursor) return 0
    // Locked against deletion until commit: a delivery to a deleted webhook would roll back all others.
    const webhooks = await tx.$queryRaw<Subscriber[]>`SELECT "id", "spaceId", "events", "since" FROM "Webhook"
      WHERE "organizationId" = ${organizationId} AND "active" FOR KEY SHARE`
    const rows = await tx.event.findMany({
      where: { organizationId, position: { gt: cursor.position } },
      orderBy: { position: 'asc' },
      take: BATCH,
    })
    const events = rows as unknown as LoggedEvent[]
    const last = events.at(-1)
    if (!last) return 0
    const slugs = await slugsIn(tx, events)
    const deliveries = events.flatMap((event) => {
      const receivers = webhooks.filter((webhook) => receives(webhook, event))
      if (receivers.length === 0) return []
      const body = JSON.stringify({ ...messageOf(event), tags: cacheTagsOfEvent(event, slugs) })
      return receivers.map(({ id: webhookId }) => ({
        id: newId('WebhookDelivery'),
        webhookId,
        position: event.position,
        type: event.type,
        body,
        trace: event.trace ?? null,
        nextAttemptAt: now,
        createdAt: now,
      }))
    })
    await tx.webhookDelivery.createMany({ data: deliveries })
    for (const webhookId of new Set(deliveries.map((delivery) => delivery.webhookId))) {
      await enqueueDelivery(tx, { id: webhookId, organizationId })
    }
    await tx.webhookCursor.update({ where: { organizationId }, data: { position: last.position } })
    return events.length
  })
}
