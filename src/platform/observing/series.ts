/** A value with its labels, as the format of Prometheus has it. */
interface Sample {
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

/** A metric that counts without a library: what is counted for every request and statement costs a lookup. */
export interface Series {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  samples(): Sample[] | Promise<Sample[]>
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

/** A metric with a value for each combination of its labels. */
abstract class Labelled<Value> implements Series {
  abstract readonly type: Series['type']
  readonly name: string
  readonly help: string
  readonly #labelNames: readonly string[]
  readonly #entries = new Map<string, { labels: readonly string[]; value: Value }>()

  constructor(name: string, help: string, labelNames: readonly string[]) {
    this.name = name
    this.help = help
    this.#labelNames = labelNames
  }

  /** Labels are words of the code, which contain no spaces. */
  of(...labels: readonly string[]): Value {
    const key = labels.length === 1 ? (labels[0] ?? '') : labels.join(' ')
    let entry = this.#entries.get(key)
    if (!entry) {
      entry = { labels, value: this.initial() }
      this.#entries.set(key, entry)
    }
    return entry.value
  }

  samples(): Sample[] {
    return [...this.#entries.values()].flatMap(({ labels, value }) =>
      this.samplesOf(value, labelled(this.#labelNames, labels)),
    )
  }

  protected abstract initial(): Value
  protected abstract samplesOf(value: Value, labels: Record<string, string>): Sample[]
}

/** A number that grows, for each combination of its labels. */
export class Counts extends Labelled<{ value: number }> {
  readonly type = 'counter'

  protected initial() {
    return { value: 0 }
  }

  protected samplesOf({ value }: { value: number }, labels: Record<string, string>): Sample[] {
    return [{ labels, value }]
  }
}

/** How often something took how long, for one combination of labels. */
export class Duration {
  readonly #counts = SECONDS.map(() => 0)
  #count = 0
  #sum = 0

  observe(seconds: number): void {
    this.#count++
    this.#sum += seconds
    for (let bucket = 0; bucket < SECONDS.length; bucket++) {
      if (seconds > (SECONDS[bucket] ?? 0)) continue
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
      return
    }
  }

  samples(name: string, labels: Record<string, string>): Sample[] {
    let total = 0
    const buckets = SECONDS.map((most, bucket) => {
      total += this.#counts[bucket] ?? 0
      return { metricName: `${name}_bucket`, labels: { le: most, ...labels }, value: total }
    })
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: this.#count },
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: this.#count },
    ]
  }
}

/** A histogram of seconds, for each combination of its labels. */
export class Durations extends Labelled<Duration> {
  readonly type = 'histogram'

  constructor(name: string, help: string, labelNames: readonly string[]) {
    super(name, help, labelNames)
    if (labelNames.length === 0) this.of()
  }

  protected initial() {
    return new Duration()
  }

  protected samplesOf(duration: Duration, labels: Record<string, string>): Sample[] {
    return duration.samples(this.name, labels)
  }
}

/** A value that is read when metrics are collected, for each of its labels. */
export type GaugeValue = number | Record<string, number>

/** A value that is read when metrics are collected. A failure to read it leaves it out. */
export class ReadGauge implements Series {
  readonly type = 'gauge'
  readonly name: string
  readonly help: string
  readonly #read: () => GaugeValue | Promise<GaugeValue>
  readonly #label: string

  constructor(name: string, help: string, read: () => GaugeValue | Promise<GaugeValue>, label = '') {
    this.name = name
    this.help = help
    this.#read = read
    this.#label = label
  }

  async samples(): Promise<Sample[]> {
    const reading = await Promise.resolve()
      .then(() => this.#read())
      .catch(() => null)
    if (reading === null) return []
    if (typeof reading === 'number') return [{ labels: {}, value: reading }]
    return Object.entries(reading).map(([key, value]) => ({ labels: { [this.#label]: key }, value }))
  }
}

const labelled = (names: readonly string[], labels: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, labels[index] ?? '']))
