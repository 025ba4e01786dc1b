import type { Feed } from '../core/events/feed.ts'
import type { UserFeed } from '../core/events/user-feed.ts'
import type { Database } from '../platform/database.ts'
import type { Metrics, Reading } from '../platform/observing/metrics.ts'
import { type QueueFigures, queueFigures } from '../platform/observing/queue-figures.ts'
import { observedOutbound } from '../platform/outbound/observed.ts'
import type { Outbound } from '../platform/outbound.ts'

interface NodeParts {
  database: Database
  feed: Feed
  userFeed: UserFeed
  /** Open WebSockets and event streams with a token. */
  connections: { readonly size: number }
  engine: { readonly liveGroups: number }
  /** Open WebSockets without a token. */
  anonymous: { readonly size: number }
}

/** Figures that need a statement are read at most this often, however often metrics are collected. */
const STATEMENT_MS = 5_000

export const measuredOutbound = (outbound: Outbound, metrics: Metrics | undefined): Outbound =>
  metrics ? observedOutbound(outbound, (outcome, ms) => metrics.outbound(outcome, ms)) : outbound

/** Declares the metrics that are read from the parts of a node. */
export function measureNode(metrics: Metrics, parts: NodeParts): void {
  const { database, feed, userFeed, connections, engine, anonymous } = parts
  const { pool } = database
  const gauges: Record<string, [help: string, read: () => number]> = {
    quire_pool_connections: ['Open connections to the database.', () => pool.totalCount],
    quire_pool_in_use: [
      'Connections to the database that are in use.',
      () => pool.totalCount - pool.idleCount,
    ],
    quire_pool_waiting: ['Requests that wait for a connection to the database.', () => pool.waitingCount],
    quire_live_connections: ['Open WebSockets and event streams with a token.', () => connections.size],
    quire_anonymous_sockets: ['Open WebSockets without a token.', () => anonymous.size],
    quire_subscriptions: ['Running subscriptions.', () => feed.size + userFeed.size],
    quire_subscription_groups: ['Groups of subscriptions that share their results.', () => engine.liveGroups],
  }
  for (const [name, [help, read]] of Object.entries(gauges)) metrics.gauge(name, help, read)

  const jobs = recently(() => queueFigures(pool))
  const byJob = (read: (figures: QueueFigures) => number) => async (): Promise<Reading> =>
    Object.fromEntries((await jobs()).map((figures) => [figures.name, read(figures)]))
  metrics.gauge(
    'quire_jobs_waiting',
    'Jobs that wait, on all nodes.',
    byJob(({ waiting }) => waiting),
    'job',
  )
  metrics.gauge(
    'quire_jobs_running',
    'Jobs that run, on all nodes.',
    byJob(({ running }) => running),
    'job',
  )
  metrics.gauge(
    'quire_jobs_failed',
    'Jobs that failed for good in the last 7 days.',
    byJob(({ failed }) => failed),
    'job',
  )
  metrics.gauge(
    'quire_job_oldest_seconds',
    'How long the oldest job that is due has been waiting.',
    byJob(({ oldestSeconds }) => oldestSeconds),
    'job',
  )
  const newest = recently(async () => {
    const { rows } = await pool.query<{ position: string }>(
      'SELECT coalesce(max("position"), 0) AS position FROM "Event"',
    )
    return Number(rows[0]?.position ?? 0)
  })
  metrics.gauge('quire_event_position', 'The newest position of the event log.', newest)
}

/** The result of the last call, if it is recent; concurrent calls share one. */
function recently<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > STATEMENT_MS) last = { at: now, result: read() }
    return last.result
  }
}
