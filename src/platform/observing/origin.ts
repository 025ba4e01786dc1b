import type { Span } from './span.ts'

/** What a statement, a job or an outgoing request is done for: the labels of metrics, logs and traces. */
export interface WorkOrigin {
  /** The id of an operation, or the name of a job. Never a path or the id of a row: metrics keep one series for each. */
  operation: string
  /** The id of the request, as in its response. A job has that of the request that enqueued it. */
  requestId?: string | undefined
  /** The span that the statement or request belongs to. Absent while traces are turned off. */
  span?: Span | undefined
  /** The operation that the span is of, if it is of one. */
  spanOf?: string | undefined
}

/** What identifies a request in logs. */
export interface RequestIds {
  readonly requestId: string
  readonly traceId?: string | undefined
}

/** Statements that no operation or job has sent, such as those that look up tokens. */
export const OTHER = 'other'
