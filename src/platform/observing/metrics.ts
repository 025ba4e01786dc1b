import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { cacheFigures } from './metered-cache.ts'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** More series than this application has; what exceeds them is counted together. */
const MOST_SERIES = 10_000

/** A value that is read when metrics are collected, for each of its labels. */
export type Reading = number | Record<string, number>

/**
 * The metrics of a node, in the format of Prometheus. All labels are ids of operations, names of jobs and other words of
 * the code, so that the number of series is bounded. Objects for the labels are looked up once per operation: the
 * library hashes labels on every call otherwise.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #known = new Map<string, unknown>()
  readonly #requests = this.#counter(
    'quire_requests_total',
    'Requests by API, operation and class of status.',
    ['api', 'operation', 'status'],
  )
  readonly #requestSeconds = this.#histogram(
    'quire_request_duration_seconds',
    'Time from the arrival of a request to the end of its response.',
    ['api', 'operation'],
  )
  readonly #statements = this.#counter('quire_sql_statements_total', 'SQL statements by operation or job.', [
    'operation',
  ])
  readonly #statementSeconds = this.#counter(
    'quire_sql_seconds_total',
    'Time that SQL statements took, by operation or job.',
    ['operation'],
  )
  readonly #retries = this.#counter(
    'quire_transaction_retries_total',
    'Transactions that were repeated after a conflict, by operation.',
    ['operation'],
  )
  readonly #jobs = this.#counter('quire_job_runs_total', 'Finished runs of jobs by name and outcome.', [
    'job',
    'outcome',
  ])
  readonly #jobSeconds = this.#histogram('quire_job_duration_seconds', 'Time that runs of jobs took.', [
    'job',
  ])
  readonly #lag = this.#histogram(
    'quire_event_lag_seconds',
    'Time from an event to its delivery to the live subscriptions of this node.',
    [],
  )
  readonly #position = new Gauge({
    name: 'quire_event_position_delivered',
    help: 'The newest position of the event log that this node has delivered to its live subscriptions.',
    registers: [this.#registry],
  })
  readonly #runs = this.#counter(
    'quire_subscription_runs_total',
    'Executions of subscribed documents: one per event and group of subscribers.',
    [],
  )
  readonly #outbound = this.#counter(
    'quire_outbound_requests_total',
    'Requests to other servers by outcome.',
    ['outcome'],
  )
  readonly #outboundSeconds = this.#histogram(
    'quire_outbound_duration_seconds',
    'Time that requests to other servers took.',
    [],
  )

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
    const caches = (read: 'hits' | 'misses' | 'bytes') => () =>
      Object.fromEntries([...cacheFigures()].map(([name, figures]) => [name, figures[read]]))
    this.gauge('quire_cache_hits', 'Hits of a cache since the start.', caches('hits'), 'cache')
    this.gauge('quire_cache_misses', 'Misses of a cache since the start.', caches('misses'), 'cache')
    this.gauge('quire_cache_bytes', 'The size of a cache.', caches('bytes'), 'cache')
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** A request that has ended. Event streams have no time: they last as long as their client. */
  request(api: string, operation: string, status: number, ms: number | undefined): void {
    const name = this.#bounded(operation)
    const outcome = `${Math.floor(status / 100)}xx`
    this.#child(`request ${api} ${name} ${outcome}`, () => this.#requests.labels(api, name, outcome)).inc()
    if (ms === undefined) return
    this.#child(`seconds ${api} ${name}`, () => this.#requestSeconds.labels(api, name)).observe(ms / 1000)
  }

  statement(operation: string, ms: number): void {
    const name = this.#bounded(operation)
    this.#child(`statements ${name}`, () => this.#statements.labels(name)).inc()
    this.#child(`sql ${name}`, () => this.#statementSeconds.labels(name)).inc(ms / 1000)
  }

  retry(operation: string): void {
    this.#retries.labels(this.#bounded(operation)).inc()
  }

  job(name: string, outcome: 'done' | 'failed' | 'retried', ms: number): void {
    this.#jobs.labels(name, outcome).inc()
    this.#jobSeconds.labels(name).observe(ms / 1000)
  }

  /** An event was delivered to the live subscriptions of this node. */
  event(position: bigint, lagMs: number): void {
    this.#position.set(Number(position))
    // Clocks of nodes differ a little.
    this.#lag.observe(Math.max(0, lagMs) / 1000)
  }

  subscriptionRun(): void {
    this.#runs.inc()
  }

  outbound(outcome: string, ms: number): void {
    this.#outbound.labels(outcome).inc()
    this.#outboundSeconds.observe(ms / 1000)
  }

  /** A value that is read when metrics are collected. A failure to read it leaves it out. */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      labelNames: label === undefined ? [] : [label],
      async collect() {
        this.reset()
        const reading = await Promise.resolve(read()).catch(() => null)
        if (reading === null) return
        if (typeof reading === 'number') this.set(reading)
        else for (const [key, value] of Object.entries(reading)) this.set({ [label ?? '']: key }, value)
      },
    })
  }

  #bounded(operation: string): string {
    if (this.#known.has(operation)) return operation
    if (this.#known.size >= MOST_SERIES) return 'other'
    this.#known.set(operation, operation)
    return operation
  }

  #child<Child>(key: string, create: () => Child): Child {
    let child = this.#known.get(key) as Child | undefined
    if (child === undefined) {
      child = create()
      this.#known.set(key, child)
    }
    return child
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [this.#registry] })
  }
}
