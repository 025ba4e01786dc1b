import pg from 'pg'
import type { Wake, WakeOptions } from './wake.ts'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
const ANSWER_MS = 5_000

/** Listens for PostgreSQL notifications on a connection of its own, and reconnects by itself until closed. */
export function listenToPostgres(options: Omit<WakeOptions, 'url'> & { url: string | (() => string) }): Wake {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let delay = FIRST_RETRY_MS
  let closed = false
  let probe: (() => void) | undefined
  let isListening = true

  const connect = async () => {
    const next = new pg.Client({
      connectionString: typeof options.url === 'string' ? options.url : options.url(),
      application_name: 'quire-wake',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client = next
    let lost = false
    const lose = (error: Error) => {
      if (lost || closed) return
      lost = true
      probe = undefined
      // Once for each loss, however often reconnecting fails.
      if (isListening) options.onDisconnect(error)
      isListening = false
      next.end().catch(() => {})
      retry = setTimeout(connect, delay)
      delay = Math.min(delay * 2, LONGEST_RETRY_MS)
    }
    next.on('error', lose)
    next.on('end', () => lose(new Error('The connection for notifications ended.')))
    next.on('notification', ({ channel, payload }) => options.onMessage(channel, payload ?? ''))
    try {
      await next.connect()
      for (const channel of options.channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      delay = FIRST_RETRY_MS
      isListening = true
      // A connection that only listens never notices that the other end is gone.
      probe = () => next.query('SELECT 1').catch(lose)
      const { channel, payload } = options.greeting
      await next.query('SELECT pg_notify($1, $2)', [channel, payload])
      options.onRecheck()
    } catch (error) {
      lose(error as Error)
    }
  }
  void connect()

  const poll = setInterval(() => {
    options.onRecheck()
    probe?.()
  }, options.pollMs)
  poll.unref()

  return {
    close: async () => {
      closed = true
      clearInterval(poll)
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
