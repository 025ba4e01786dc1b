import { type ApiErrorCode, apiErrorCodes } from './error-codes.ts'

/** A code of the API, in both APIs, or that the request or the connection did not get through. */
export type ErrorCode = ApiErrorCode | 'CONNECTION_LOST'

export interface ErrorDetail {
  path: (string | number)[]
  message: string
}

export interface ErrorFacts {
  /** The HTTP status. Absent where no answer arrived, and for events of a subscription. */
  readonly status?: number | undefined
  /** By which the operator finds the request in the log. */
  readonly requestId?: string | undefined
  /** After how many seconds the server accepts the request. */
  readonly retryAfter?: number | undefined
  /** Which parts of the input are invalid. */
  readonly details?: readonly ErrorDetail[] | undefined
  /** What GraphQL says besides the code, such as both texts of a save that conflicts. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
  /** The token that the request was sent with. */
  readonly token?: string | undefined
}

/** A request that failed, with a `code` to decide by. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: ErrorCode
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly details: readonly ErrorDetail[]
  readonly extensions: Readonly<Record<string, unknown>>
  readonly token: string | undefined

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message)
    this.code = code
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.details = facts.details ?? []
    this.extensions = facts.extensions ?? {}
    this.token = facts.token
  }
}

const known: ReadonlySet<string> = new Set(apiErrorCodes)

/** The code that a server has sent. Of one that a later version may add, only the status is known. */
export function errorCodeOf(sent: unknown, status = 500): ErrorCode {
  if (typeof sent === 'string' && known.has(sent)) return sent as ErrorCode
  return status === 502 || status === 503 || status === 504 ? 'UNAVAILABLE' : 'INTERNAL'
}
