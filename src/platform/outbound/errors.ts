/** The address may not be asked. The message names the host and never carries credentials, a path or a query. */
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

/** The address may be asked, but gave nothing usable. What the socket or the decoder said is the `cause`. */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed'
  readonly code: OutboundFailure

  constructor(code: OutboundFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
