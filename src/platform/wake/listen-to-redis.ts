import type { RedisOptions } from 'ioredis'
import type { Announcer } from '../announce.ts'
import type { Wake, WakeOptions } from './wake.ts'

const ANSWER_MS = 5_000
const LONGEST_RETRY_MS = 5_000

const settings: RedisOptions = {
  connectTimeout: ANSWER_MS,
  commandTimeout: ANSWER_MS,
  // A notification that waits for a connection is useless: the poll is faster.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), LONGEST_RETRY_MS),
}

/**
 * Notifies nodes through Redis, which avoids PostgreSQL's notifications: those make commits wait for each
 * other. Redis may be unavailable at any time; then every node still notifies itself, and finds changes of
 * others by polling.
 */
export async function listenToRedis(options: WakeOptions): Promise<Wake> {
  // Loaded only where it is used: most nodes have no Redis, and it would slow their start down.
  const { Redis } = await import('ioredis')
  const { url, channels, onMessage, onRecheck, onDisconnect } = options
  // A subscribed connection cannot publish, so there is another one for that.
  const listener = new Redis(url, settings)
  const speaker = new Redis(url, settings)
  let closed = false
  let isDown = false

  const lost = (error: Error) => {
    if (closed || isDown) return
    isDown = true
    onDisconnect(error)
  }
  for (const connection of [listener, speaker]) {
    connection.on('error', lost)
    connection.on('close', () => lost(new Error('The connection to Redis ended.')))
  }
  const announcer: Announcer = (channel, payload) => {
    const hearMyself = () => {
      if (!closed) onMessage(channel, payload)
    }
    if (listener.status !== 'ready' || speaker.status !== 'ready') hearMyself()
    if (speaker.status === 'ready') speaker.publish(channel, payload).catch(hearMyself)
  }
  listener.on('ready', () => {
    listener.subscribe(...channels).then(
      () => {
        isDown = false
        announcer(options.greeting.channel, options.greeting.payload)
        onRecheck()
      },
      () => listener.disconnect(true),
    )
  })
  listener.on('message', onMessage)

  const poll = setInterval(() => {
    onRecheck()
    // A connection that only listens never notices that the other end is gone.
    if (listener.status === 'ready') listener.ping().catch(() => listener.disconnect(true))
  }, options.pollMs)
  poll.unref()

  return {
    announcer,
    close: async () => {
      closed = true
      clearInterval(poll)
      listener.disconnect()
      speaker.disconnect()
    },
  }
}
