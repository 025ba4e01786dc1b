/** The URL is blocked. The message names the host and never contains credentials, a path or a query. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

export type OutboundFailure =
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'unreachable'
  | 'unreadable'
  | 'aborted'

/**
 * The URL is allowed, but the response is not usable. The error of the socket or the decoder is the
 * `cause`.
 */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed'
  readonly code: OutboundFailure

  constructor(code: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
