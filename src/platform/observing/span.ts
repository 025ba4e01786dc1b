export type SpanKind = 'internal' | 'server' | 'client' | 'consumer'

export type Attributes = Record<string, string | number | boolean>

/** How a span ended. */
export interface SpanEnd {
  attributes?: Attributes
  /** Only its type is recorded: messages can contain input. */
  error?: unknown
}

export interface FinishedSpan extends SpanEnd {
  kind?: SpanKind
  /** When it began, as `performance.now()`. */
  begun: number
}

/** A part of a trace. Nothing creates one while traces are turned off. */
export interface Span {
  readonly traceId: string
  /** The header that continues the trace in another process. */
  readonly traceparent: string
  child(name: string, kind?: SpanKind, attributes?: Attributes): Span
  /** Adds a child that has already ended. */
  record(name: string, span: FinishedSpan): void
  rename(name: string): void
  end(end?: SpanEnd): void
}

export interface Tracer {
  /** Starts a span that continues a trace, or a new trace if `traceparent` is absent or invalid. */
  start(name: string, kind: SpanKind, traceparent?: string | null, attributes?: Attributes): Span
  /** Sends the spans that have ended. */
  flush(): Promise<void>
  /** The same, for a second at most, and ends it. */
  close(): Promise<void>
}

/** Runs work within a child of a span, if there is one. */
export async function within<Result>(
  parent: Span | undefined,
  name: string,
  work: (span: Span | undefined) => Promise<Result>,
  kind?: SpanKind,
): Promise<Result> {
  if (!parent) return work(undefined)
  const span = parent.child(name, kind)
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}
