import type { LoggedEvent } from '../../../core/events/events.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { announce } from '../../../platform/announce.ts'
import type { Database, Queryable } from '../../../platform/database.ts'
import { enqueue } from '../../../platform/queue.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { checkMergesLater } from '../../merge/index.ts'
import { ORGANIZATION_NOT_DELETED } from '../../organizations/index.ts'
import { INBOX_CHANNEL, payloadsOf } from '../inbox-channel.ts'
import { MAIL_NOTIFICATIONS } from '../mails/mail-notifications.queue.ts'
import { addNotifications, PEOPLE } from './add-notifications.ts'
import { mentionsOf } from './mentions.ts'
import { pageAuthorsOf } from './page-authors.ts'
import { TOLD } from './recipients.ts'

/** The number of events that one transaction looks at. */
const BATCH = 200

const BEHIND = statement<{ organizationId: string }>({
  name: 'notificationCursorsBehind',
  text: `SELECT o."id" AS "organizationId" FROM "Organization" o
    LEFT JOIN "NotificationCursor" c ON c."organizationId" = o."id"
    WHERE ($1::text[] IS NULL OR o."id" = ANY($1)) AND ${ORGANIZATION_NOT_DELETED}
      AND EXISTS (SELECT 1 FROM "Event" e WHERE e."organizationId" = o."id"
        AND e."position" >= coalesce(c."position" + (c."userId" IS NULL)::int, 0))`,
})

interface Cursor {
  position: string
  userId: string | null
}

/** Locks the cursor until commit. Nodes that are notified at the same time wait here, and the second one reads the rest. */
const LOCK_CURSOR = statement<Cursor>({
  name: 'lockNotificationCursor',
  text: `INSERT INTO "NotificationCursor" AS c ("organizationId", "position") VALUES ($1, 0)
    ON CONFLICT ("organizationId") DO UPDATE SET "position" = c."position"
    RETURNING c."position"::text, c."userId"`,
})

const MOVE_CURSOR = statement({
  name: 'moveNotificationCursor',
  text: `UPDATE "NotificationCursor" SET "position" = $2::bigint, "userId" = $3 WHERE "organizationId" = $1`,
})

const EVENTS = statement<Omit<LoggedEvent, 'position'> & { position: string }>({
  name: 'eventsToTell',
  text: `SELECT "position", "organizationId", "spaceId", "changeRequestId", "type", "actorId", "occurredAt", "subject"
    FROM "Event" WHERE "organizationId" = $1 AND "position" >= $2::bigint ORDER BY "position" LIMIT ${BATCH}`,
})

interface FanOutOptions {
  organizationIds: string[] | null
  now: Date
  isMailed: boolean
  signal: AbortSignal
}

/**
 * Tells people of the next events of each of these organizations, or of all. A transaction tells at most a thousand people
 * and moves the cursor, so that everyone is told once when a node dies, and none waits for another for long. Returns the
 * organizations that have more.
 */
export async function fanOutNotifications(database: Database, options: FanOutOptions): Promise<string[]> {
  const behind = await database.query(BEHIND, [options.organizationIds])
  const more: string[] = []
  for (const { organizationId } of behind) {
    if (options.signal.aborted) return []
    const hasMore = await database.transaction((tx, db) => tellSome(tx, db, organizationId, options))
    if (hasMore) more.push(organizationId)
  }
  return more
}

/** Returns whether there may be more events or people. */
async function tellSome(
  tx: Prisma.TransactionClient,
  db: Queryable,
  organizationId: string,
  { now, isMailed, signal }: FanOutOptions,
): Promise<boolean> {
  const [cursor] = await db.query(LOCK_CURSOR, [organizationId])
  const { position, userId } = cursor ?? { position: '0', userId: null }
  // An event of which some were told is continued after the last of them.
  const first = BigInt(position) + (userId === null ? 1n : 0n)
  const rows = await db.query(EVENTS, [organizationId, String(first)])
  const last = rows.at(-1)
  if (!last) return false
  const spaceIds = rows.flatMap(({ type, spaceId }) =>
    type === 'space.content_updated' && spaceId ? [spaceId] : [],
  )
  await checkMergesLater(tx, db, { organizationId, spaceIds: [...new Set(spaceIds)], now })
  const events = rows
    .filter(({ type }) => TOLD.has(type))
    .map((row): LoggedEvent => ({ ...row, position: BigInt(row.position) }))
  const done = [organizationId, last.position, null]
  const hasMoreEvents = rows.length === BATCH
  if (events.length === 0) {
    await db.query(MOVE_CURSOR, done)
    return hasMoreEvents
  }
  const named = [...(await mentionsOf(db, events, signal)), ...(await pageAuthorsOf(db, events))]
  const after = { position: BigInt(position), userId: userId ?? '' }
  const added = await addNotifications(db, { events, named, after, now, isMailed })
  const hasMorePeople = added.looked === PEOPLE
  await Promise.all([
    db.query(MOVE_CURSOR, hasMorePeople ? [organizationId, added.lastPosition, added.lastUserId] : done),
    ...(added.userIds.length > 0 ? [announce(tx, INBOX_CHANNEL, ...payloadsOf(added.userIds))] : []),
    ...(added.isMailDue
      ? [enqueue(tx, MAIL_NOTIFICATIONS, {}, { organizationId, jobKey: organizationId })]
      : []),
  ])
  return hasMorePeople || hasMoreEvents
}
