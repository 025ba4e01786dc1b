import {
  type Context,
  SpanKind as OtelKind,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Attributes, FinishedSpan, Span, SpanEnd, SpanKind, Tracer } from './span.ts'

interface TracerOptions {
  /** The URL of the collector, without `/v1/traces`. */
  endpoint: string
  serviceName: string
  serviceVersion: string
  /** Called when spans cannot be sent, and when they can be sent again; not for every failure. */
  onOutage: (error: Error | undefined) => void
}

const KINDS: Record<SpanKind, OtelKind> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
}
const CLOSE_MS = 1_000
const SAMPLED = 1
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Sends spans with OpenTelemetry. Parents are passed explicitly, because a context manager would slow down every
 * promise of the server. The other standard settings, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER, are
 * read by the library.
 */
export function createOtlpTracer({ endpoint, serviceName, serviceVersion, onOutage }: TracerOptions): Tracer {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  // Its queue is bounded: spans that do not fit are dropped.
  const processor = new BatchSpanProcessor(reportingOutages(exporter, onOutage))
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': serviceVersion }),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('quire', serviceVersion)
  return {
    start: (name, kind, traceparent, attributes = {}) =>
      begin(tracer, name, parentIn(traceparent ?? undefined), { kind: KINDS[kind], attributes }),
    flush: () => provider.forceFlush(),
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ]),
  }
}

/** The span of another process that a header names. */
function parentIn(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return /^0*$/.test(traceId) || /^0*$/.test(spanId)
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, context)
}

const begin = (
  tracer: OtelTracer,
  name: string,
  parent: Context,
  options: { kind: OtelKind; attributes?: Attributes; startTime?: number },
): OtlpSpan => new OtlpSpan(tracer, parent, tracer.startSpan(name, options, parent))

class OtlpSpan implements Span {
  readonly traceId: string
  readonly #tracer: OtelTracer
  readonly #span: OtelSpan
  readonly #context: Context
  #isOver = false

  constructor(tracer: OtelTracer, parent: Context, span: OtelSpan) {
    this.traceId = span.spanContext().traceId
    this.#tracer = tracer
    this.#span = span
    this.#context = trace.setSpan(parent, span)
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`
  }

  child(name: string, kind: SpanKind = 'internal', attributes: Attributes = {}): Span {
    return begin(this.#tracer, name, this.#context, { kind: KINDS[kind], attributes })
  }

  record(name: string, { kind = 'internal', begun, attributes = {}, ...end }: FinishedSpan): void {
    const options = { kind: KINDS[kind], attributes, startTime: begun }
    begin(this.#tracer, name, this.#context, options).end(end)
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  end({ attributes, error }: SpanEnd = {}): void {
    if (this.#isOver) return
    this.#isOver = true
    if (attributes) this.#span.setAttributes(attributes)
    if (error !== undefined) {
      this.#span.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR })
    }
    this.#span.end()
  }
}

/** The reason of a domain error, the code of a system or database error, or the name of its class. */
function typeOf(error: unknown): string {
  const { reason, code, name } = (error ?? {}) as { reason?: unknown; code?: unknown; name?: unknown }
  return String(reason ?? code ?? name ?? 'error').slice(0, 100)
}

/** The same exporter, which reports the first of several failures, and the first success after them. */
function reportingOutages(exporter: SpanExporter, onOutage: TracerOptions['onOutage']): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failure =
          result.code === 0 ? undefined : (result.error ?? new Error('The spans were rejected.'))
        if ((failure !== undefined) !== isAway) onOutage(failure)
        isAway = failure !== undefined
        done({ code: 0 })
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
