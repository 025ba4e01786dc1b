/** A request that failed. The `code` is one of the API such as `FORBIDDEN`, or `UNREACHABLE`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: string
  /** By which the operator finds the request in the log. */
  readonly requestId: string | undefined
  /** After how many seconds the server accepts the request. */
  readonly retryAfter: number | undefined
  /** What the API says besides the code, such as both texts of a save that conflicts. */
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, facts: Partial<Omit<RequestError, 'code' | 'message'>> = {}) {
    super(message)
    this.code = code
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.extensions = facts.extensions ?? {}
  }
}

/** The code of what a request or a live view failed with. */
export const codeOf = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code ?? 'INTERNAL')
