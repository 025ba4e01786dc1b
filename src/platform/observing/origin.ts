/** What a statement, a job or an outgoing request is done for: the labels of metrics, logs and traces. */
export interface Origin {
  /** The id of an operation, or the name of a job. Never a path or the id of a row: metrics keep one series for each. */
  operation: string
  /** The id of the request, as in its response. */
  requestId?: string | undefined
}

/** Statements that no operation or job has sent, such as those that look up tokens. */
export const OTHER = 'other'
