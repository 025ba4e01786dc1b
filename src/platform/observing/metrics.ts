import { cacheFigures } from './metered-cache.ts'
import { Counts, type Duration, Durations, type GaugeValue, ReadGauge, type Series } from './series.ts'

export type { GaugeValue as Reading } from './series.ts'

/** More series than this application has; what exceeds them is counted together. */
const MAX_SERIES = 10_000

/** What is counted for the requests of one operation. */
interface Requested {
  /** By the first digit of the status; those that never occurred are not printed. */
  statuses: ({ value: number } | undefined)[]
  name: string
  duration: Duration
}

/**
 * The metrics of a node, in the format of Prometheus. All labels are ids of operations, names of jobs and other words of
 * the code, so that the number of series is bounded. They are kept in plain objects, and the library that prints them is
 * loaded after the start: it takes longer to load than the rest of the metrics, and hashes labels on every call.
 */
export class Metrics {
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8'
  readonly #series: Series[] = []
  #printer: Promise<() => Promise<string>> | undefined
  readonly #operations = new Set<string>()
  /** By API and operation, so that no key is built for a request. */
  readonly #requested = new Map<string, Map<string, Requested>>()
  readonly #stated = new Map<string, { count: { value: number }; seconds: { value: number } }>()
  readonly #requests = this.#counts(
    'quire_requests_total',
    'Requests by API, operation and class of status.',
    ['api', 'operation', 'status'],
  )
  readonly #requestSeconds = this.#durations(
    'quire_request_duration_seconds',
    'Time from the arrival of a request to the end of its response.',
    ['api', 'operation'],
  )
  readonly #statements = this.#counts('quire_sql_statements_total', 'SQL statements by operation or job.', [
    'operation',
  ])
  readonly #statementSeconds = this.#counts(
    'quire_sql_seconds_total',
    'Time that SQL statements took, by operation or job.',
    ['operation'],
  )
  readonly #retries = this.#counts(
    'quire_transaction_retries_total',
    'Transactions that were repeated after a conflict, by operation.',
    ['operation'],
  )
  readonly #jobs = this.#counts('quire_job_runs_total', 'Finished runs of jobs by name and outcome.', [
    'job',
    'outcome',
  ])
  readonly #jobSeconds = this.#durations('quire_job_duration_seconds', 'Time that runs of jobs took.', [
    'job',
  ])
  readonly #lag = this.#durations(
    'quire_event_lag_seconds',
    'Time from an event to its delivery to the live subscriptions of this node.',
    [],
  )
  readonly #runs = this.#counts(
    'quire_subscription_runs_total',
    'Executions of subscribed documents: one per event and group of subscribers.',
    [],
  )
  readonly #outbound = this.#counts(
    'quire_outbound_requests_total',
    'Requests to other servers by outcome.',
    ['outcome'],
  )
  readonly #outboundSeconds = this.#durations(
    'quire_outbound_duration_seconds',
    'Time that requests to other servers took.',
    [],
  )
  #position = 0

  constructor() {
    this.#runs.of()
    this.gauge(
      'quire_event_position_delivered',
      'The newest position of the event log that this node has delivered to its live subscriptions.',
      () => this.#position,
    )
    const caches = (read: 'hits' | 'misses' | 'bytes') => () =>
      Object.fromEntries([...cacheFigures()].map(([name, figures]) => [name, figures[read]]))
    this.gauge('quire_cache_hits', 'Hits of a cache since the start.', caches('hits'), 'cache')
    this.gauge('quire_cache_misses', 'Misses of a cache since the start.', caches('misses'), 'cache')
    this.gauge('quire_cache_bytes', 'The size of a cache.', caches('bytes'), 'cache')
  }

  /** Loads the library. Metrics of the process itself, such as the event-loop delay, are measured from then on. */
  async load(): Promise<void> {
    this.#printer ??= import('./prometheus.ts').then(({ prometheusPrinter }) =>
      prometheusPrinter(this.#series),
    )
    await this.#printer
  }

  async text(): Promise<string> {
    await this.load()
    return (await this.#printer)?.() ?? ''
  }

  /** A request that has ended. Event streams have no time: they last as long as their client. */
  request(api: string, operation: string, status: number, ms: number | undefined): void {
    const { statuses, duration, name } = this.#requestedOf(api, operation)
    const digit = Math.floor(status / 100)
    let count = statuses[digit]
    if (!count) {
      count = this.#requests.of(api, name, `${digit}xx`)
      statuses[digit] = count
    }
    count.value++
    if (ms !== undefined) duration.observe(ms / 1000)
  }

  statement(operation: string, ms: number): void {
    let stated = this.#stated.get(operation)
    if (!stated) {
      const name = this.#bounded(operation)
      stated = { count: this.#statements.of(name), seconds: this.#statementSeconds.of(name) }
      if (name === operation) this.#stated.set(operation, stated)
    }
    stated.count.value++
    stated.seconds.value += ms / 1000
  }

  retry(operation: string): void {
    this.#retries.of(this.#bounded(operation)).value++
  }

  job(name: string, outcome: 'done' | 'failed' | 'retried', ms: number): void {
    this.#jobs.of(name, outcome).value++
    this.#jobSeconds.of(name).observe(ms / 1000)
  }

  /** An event was delivered to the live subscriptions of this node. */
  event(position: bigint, lagMs: number): void {
    this.#position = Number(position)
    // Clocks of nodes differ a little.
    this.#lag.of().observe(Math.max(0, lagMs) / 1000)
  }

  subscriptionRun(): void {
    this.#runs.of().value++
  }

  outbound(outcome: string, ms: number): void {
    this.#outbound.of(outcome).value++
    this.#outboundSeconds.of().observe(ms / 1000)
  }

  /** A value that is read when metrics are collected. It must be declared before they are first collected. */
  gauge(name: string, help: string, read: () => GaugeValue | Promise<GaugeValue>, label?: string): void {
    this.#series.push(new ReadGauge(name, help, read, label))
  }

  #requestedOf(api: string, operation: string): Requested {
    const known = this.#requested.get(api)?.get(operation)
    if (known) return known
    const name = this.#bounded(operation)
    const made: Requested = {
      statuses: [],
      name,
      duration: this.#requestSeconds.of(api, name),
    }
    if (name !== operation) return made
    const ofApi = this.#requested.get(api) ?? new Map<string, Requested>()
    this.#requested.set(api, ofApi.set(operation, made))
    return made
  }

  #bounded(operation: string): string {
    if (this.#operations.has(operation)) return operation
    if (this.#operations.size >= MAX_SERIES) return 'other'
    this.#operations.add(operation)
    return operation
  }

  #counts(name: string, help: string, labelNames: readonly string[]): Counts {
    const counts = new Counts(name, help, labelNames)
    this.#series.push(counts)
    return counts
  }

  #durations(name: string, help: string, labelNames: readonly string[]): Durations {
    const durations = new Durations(name, help, labelNames)
    this.#series.push(durations)
    return durations
  }
}
