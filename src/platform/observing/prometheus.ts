import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import type { Series } from './series.ts'

/** Metrics in the format of Prometheus: those of the process, which the library measures, and ours. */
export function prometheusPrinter(all: readonly Series[]): () => Promise<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const series of all) registry.registerMetric(metricOf(series))
  return () => registry.metrics()
}

/** A registry calls `get` of each of its metrics, and has a type only for those of the library. */
const metricOf = (series: Series): Metric => {
  const { name, help, type } = series
  const get = async () => ({ name, help, type, aggregator: 'sum', values: await series.samples() })
  return { name, help, type, get } as unknown as Metric
}
