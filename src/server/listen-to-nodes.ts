import type { Credentials } from '../core/access/authentication.ts'
import { causeOf } from '../core/errors.ts'
import { WAKE_CHANNEL } from '../core/events/events.ts'
import type { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import { JOBS_CHANNEL } from '../platform/queue.ts'
import { listenToPostgres } from '../platform/wake/listen-to-postgres.ts'
import { listenToRedis } from '../platform/wake/listen-to-redis.ts'
import type { Background } from './background.ts'
import type { Wiring } from './wiring.ts'

interface NotificationParts {
  databaseUrl: string | (() => string)
  feed: Feed
  userFeed: UserFeed
  background: Background
  credentials: Credentials
  /** Something of an organization has changed. */
  onChange: (organizationId: string) => void
}

/** Connects this node to the notifications of the others: new events, queued jobs and ended credentials. */
export async function listenToNodes(
  { config, database, faults, log }: Wiring,
  { databaseUrl, feed, userFeed, background, credentials, onChange }: NotificationParts,
): Promise<{ close(): Promise<void> }> {
  const handlers: Record<string, (payload: string) => void> = {
    [WAKE_CHANNEL]: (organizationId) => {
      onChange(organizationId)
      feed.notify(organizationId)
      background.onEvent(organizationId)
    },
    [JOBS_CHANNEL]: () => background.onJobQueued(),
    [userFeed.channel]: (payload) => userFeed.onMessage(payload),
    ...credentials.channels,
  }
  const options = {
    channels: Object.keys(handlers),
    pollMs: config.timing.eventPollMs,
    onMessage: (channel: string, payload: string) => handlers[channel]?.(payload),
    onRecheck: () => {
      feed.notifyAll()
      userFeed.recheck()
      background.recheck()
      credentials
        .recheck()
        .catch((error) =>
          faults.report(error, 'checking credentials failed; the next poll retries', { level: 'warn' }),
        )
    },
    // The connection is re-established automatically.
    onDisconnect: (error: Error) =>
      log.warn(
        causeOf(error),
        `no notifications from ${config.redisUrl ? 'Redis' : 'the database'}; reconnecting`,
      ),
  }
  const wake = config.redisUrl
    ? await listenToRedis({ ...options, url: config.redisUrl })
    : listenToPostgres({ ...options, url: databaseUrl })
  database.announceBy(wake.announcer)
  return wake
}
