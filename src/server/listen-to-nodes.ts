import type { Credentials } from '../core/access/authentication.ts'
import { causeOf } from '../core/errors.ts'
import { WAKE_CHANNEL } from '../core/events/events.ts'
import type { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import { QUESTION } from '../core/signs/sign-of-life.ts'
import { SIGN_CHANNEL } from '../core/signs/signs-of-life.ts'
import { announce } from '../platform/announce.ts'
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

/** Connects this node to the notifications of the others: events, jobs, ended credentials and who is present. */
export async function listenToNodes(
  { config, database, faults, log, tools }: Wiring,
  { databaseUrl, feed, userFeed, background, credentials, onChange }: NotificationParts,
): Promise<{ close(): Promise<void> }> {
  // A message that is lost is sent again by the client, and a node that misses some asks for them.
  const tell = (messages: string[]) => {
    if (messages.length === 0) return
    database
      .transaction((tx) => announce(tx, SIGN_CHANNEL, ...messages))
      .catch((error) => faults.report(error, 'passing on who is present failed', { level: 'warn' }))
  }
  const handlers: Record<string, (payload: string) => void> = {
    [WAKE_CHANNEL]: (organizationId) => {
      onChange(organizationId)
      feed.notify(organizationId)
      background.onEvent(organizationId)
    },
    [JOBS_CHANNEL]: () => background.onJobQueued(),
    [SIGN_CHANNEL]: (message) => tell(tools.signs.hear(message)),
    [userFeed.channel]: (payload) => userFeed.onMessage(payload),
    ...credentials.channels,
  }
  const options = {
    channels: Object.keys(handlers),
    pollMs: config.timing.eventPollMs,
    onMessage: (channel: string, payload: string) => handlers[channel]?.(payload),
    greeting: { channel: SIGN_CHANNEL, payload: QUESTION },
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
