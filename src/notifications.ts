import type { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Authentication } from './core/access/authentication.ts'
import { causeOf } from './core/errors.ts'
import { WAKE_CHANNEL } from './core/events/events.ts'
import type { Feed } from './core/events/feed.ts'
import type { FaultLog } from './http/logs/fault-log.ts'
import type { Database } from './platform/database.ts'
import { JOBS_CHANNEL } from './platform/queue.ts'
import { listenToPostgres } from './platform/wake/pg-notify.ts'
import { listenToRedis } from './platform/wake/redis.ts'

export interface NotificationParts {
  config: Config
  database: Database
  databaseUrl: string | (() => string)
  feed: Feed
  background: Background
  authentication: Authentication
  /** Something of an organization has changed. */
  onChange: (organizationId: string) => void
  faults: FaultLog
  /** Called when notifications stop; the connection is re-established automatically. */
  onDisconnect: (cause: ReturnType<typeof causeOf>, message: string) => void
}

/** Connects this node to the notifications of the others: new events, queued jobs and ended credentials. */
export async function listenToNodes(parts: NotificationParts): Promise<{ close(): Promise<void> }> {
  const { config, database, databaseUrl, feed, background, authentication, faults } = parts
  const handlers: Record<string, (payload: string) => void> = {
    [WAKE_CHANNEL]: (organizationId) => {
      parts.onChange(organizationId)
      feed.notify(organizationId)
      background.onEvent(organizationId)
    },
    [JOBS_CHANNEL]: () => background.onJobQueued(),
    ...authentication.channels,
  }
  const options = {
    channels: Object.keys(handlers),
    pollMs: config.timing.eventPollMs,
    onMessage: (channel: string, payload: string) => handlers[channel]?.(payload),
    onRecheck: () => {
      feed.notifyAll()
      background.recheck()
      authentication
        .recheck()
        .catch((error) =>
          faults.report(error, 'checking credentials failed; the next poll retries', { level: 'warn' }),
        )
    },
    onDisconnect: (error: Error) =>
      parts.onDisconnect(
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
