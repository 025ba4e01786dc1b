/** The closed table of failures: the HTTP status and the meaning of each. Both APIs read it; nothing else decides a status. */
export const reasons = {
  invalid_input: [400, 'The input is invalid. `details` lists the invalid fields.'],
  invalid_cursor: [400, 'The cursor is damaged, or belongs to another list or to other filters.'],
  query_too_complex: [400, 'The request or its response exceeds a limit of size, depth or cost.'],
  unauthenticated: [401, 'The token is missing, invalid, expired or revoked.'],
  forbidden: [403, 'You can see the resource, but your role or token does not allow the action.'],
  reauthentication_required: [403, 'You signed in too long ago for this action. Sign in again, and retry.'],
  not_found: [404, 'The resource does not exist or is not visible to you.'],
  not_implemented: [404, 'This server does not implement the operation.'],
  unknown_document: [
    404,
    'No GraphQL document is registered with this ID. Send its text, or ask an operator to register it.',
  ],
  method_not_allowed: [405, 'The HTTP method is not allowed for this path.'],
  request_timeout: [408, 'The request was not received in time.'],
  conflict: [409, 'The action conflicts with the current state of the resource.'],
  precondition_failed: [412, 'The resource has changed since you read it, or a precondition is not met.'],
  payload_too_large: [413, 'The request body or document is too large.'],
  unsupported_media_type: [415, 'The content type of the request body is not supported.'],
  rate_limited: [429, 'The rate limit is exceeded. Retry after the time in the header `Retry-After`.'],
  internal: [500, 'An unexpected error occurred. Report the request ID to the operator.'],
  no_runtime: [501, 'This server does not run the code that the operation would call.'],
  unavailable: [503, 'The service is temporarily unavailable. Retry later.'],
} as const satisfies Record<string, readonly [status: number, meaning: string]>

export type Reason = keyof typeof reasons

export const statusOf = Object.fromEntries(
  Object.entries(reasons).map(([reason, [status]]) => [reason, status]),
) as Record<Reason, number>

export interface ErrorDetail {
  path: (string | number)[]
  message: string
  /** For a change that conflicts with another one: the versions, as the module of the change describes them. */
  conflict?: object
}

/** Longer than any list of accepted values: what exceeds it is repeated from the request. */
const MAX_MESSAGE = 4_000

/**
 * An error that the caller may see: a reason from the table, and a message that says what is wrong and what to do. It
 * has no stack: GraphQL reads the stack of every error, and the first read parses the source maps of the server,
 * which blocks the event loop for about 300 ms.
 */
export class DomainError extends Error {
  readonly reason: Reason
  readonly details: ErrorDetail[] | undefined

  constructor(reason: Reason, message: string, details?: ErrorDetail[]) {
    super(message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message)
    this.name = 'DomainError'
    // Replaced before it was read, so it is never formatted.
    this.stack = `${this.name}: ${this.message}`
    this.reason = reason
    this.details = details
  }

  get status(): number {
    return statusOf[this.reason]
  }
}

/** The same error, with the path of the input that caused it. Paths of its details are relative to that path. */
export function locatedAt(prefix: readonly (string | number)[], error: unknown): unknown {
  if (!(error instanceof DomainError) || error.reason !== 'invalid_input') return error
  const details = (error.details ?? [{ path: [], message: error.message }]).map(({ path, message }) => ({
    path: [...prefix, ...path],
    message,
  }))
  const [first] = details
  return first ? new DomainError(error.reason, `${first.path.join('.')}: ${first.message}`, details) : error
}

export const notFound = (what: string): DomainError =>
  new DomainError('not_found', `${what} does not exist or is not visible to you.`)

export const forbidden = (message: string): DomainError => new DomainError('forbidden', message)

export const unauthenticated = (message: string): DomainError => new DomainError('unauthenticated', message)

/**
 * The maximum number of problems in one error, so that a response does not grow with the mistakes in its
 * request.
 */
export const MAX_DETAILS = 50

/** The error of an input with these problems. Its message is that of the first one, after the path of its field. */
export function invalidInput(...details: readonly ErrorDetail[]): DomainError {
  const [{ path, message } = { path: [], message: 'is not valid' }] = details
  const field = path.join('.')
  // Messages about a value begin with a verb ("must be …"), so that they can follow the name of its field.
  const text = field ? `${field}: ${message}` : /^[a-z]/.test(message) ? `The input ${message}` : message
  return new DomainError('invalid_input', text, details.slice(0, MAX_DETAILS))
}

/** The same for one field, given as the names of its path. */
export const invalidField = (field: string, message: string): DomainError =>
  invalidInput({ path: field.split('.'), message })

/** The error of a request without a token. */
export const tokenRequired = (): DomainError =>
  unauthenticated('Send a valid API token in the header "Authorization: Bearer <token>".')

interface Caused {
  code?: unknown
  originalCode?: unknown
  message?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown }
}

/**
 * An error and its causes. Drivers wrap the error that carries the PostgreSQL or socket code, and Prisma puts that of a
 * raw statement in `meta`.
 */
function causesOf(error: unknown): Caused[] {
  const seen: Caused[] = []
  let next: unknown = error
  while (typeof next === 'object' && next !== null && !seen.includes(next)) {
    const { cause, meta }: Caused = next
    seen.push(next)
    next = cause ?? meta?.driverAdapterError
  }
  return seen
}

const DISCONNECTED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up or in recovery
  '53100', // no space left on the disk
  '53300', // too many connections
  '57014', // statement timeout, which under load is a wait for locks
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2037',
])

const DISCONNECT_MESSAGE =
  /connect ENOENT|Connection terminated|not currently accepting connections|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|server (?:has )?closed the connection|Query read timeout|Unable to start a transaction/i
const TOO_LONG_MESSAGE = /on an expired transaction/i

/** True when a transaction was rolled back because it exceeded its time limit. */
const tookTooLong = (error: unknown): boolean =>
  causesOf(error).some(({ message }) => typeof message === 'string' && TOO_LONG_MESSAGE.test(message))

/** True when the database cannot be reached: a temporary failure, after which the request can be repeated. */
export function isUnavailable(error: unknown): boolean {
  // Its cause is the error of a socket too.
  if (hasCodeOf(error, FILES_UNAVAILABLE)) return false
  return causesOf(error).some(
    ({ code, originalCode, message }) =>
      [code, originalCode].some(
        (value) => typeof value === 'string' && (DISCONNECTED.has(value) || value.startsWith('08')),
      ) ||
      (typeof message === 'string' && DISCONNECT_MESSAGE.test(message)),
  )
}

/**
 * Code and message of an error, for a log. The error itself is not logged: those of the database driver carry the whole
 * connection, with the key that cancels its statements.
 */
export function causeOf(error: unknown): { code: string | undefined; message: string } {
  const codes = causesOf(error).flatMap(({ code, originalCode }) => [originalCode, code])
  const code = codes.find((each): each is string => typeof each === 'string')
  return { code, message: error instanceof Error ? error.message : String(error) }
}

export const UNSTORABLE_TEXT = 'must not contain NUL characters or unpaired surrogates'

/** PostgreSQL's codes for a NUL in text and in JSON, which only input can contain. */
const UNSTORABLE_CODES = new Set(['22021', '22P05'])

const hasCodeOf = (error: unknown, codes: ReadonlySet<string>): boolean =>
  causesOf(error).some(({ code, originalCode }) =>
    [code, originalCode].some((value) => typeof value === 'string' && codes.has(value)),
  )

const NO_SPACE = new Set(['53100'])
const FILES_UNAVAILABLE = new Set(['FILES_UNAVAILABLE'])

const RETRYABLE = new Set([
  '40001',
  '40P01',
  'P2034',
  // A row that the write refers to, or changes, was deleted after the check: the next run checks again, and does not
  // find it.
  '23503',
  'P2003',
  'P2025',
])

/** True when a transaction failed because of a concurrent one, by a deadlock or a conflict: it can be repeated. */
export function isRetryable(error: unknown): boolean {
  return hasCodeOf(error, RETRYABLE)
}

/** The error that the caller gets: a domain error unchanged, 503 for temporary failures, and 500 without details for the rest. */
export function presentable(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (isUnavailable(error)) {
    return new DomainError(
      'unavailable',
      hasCodeOf(error, NO_SPACE)
        ? 'The database has no space left, so nothing was changed. Try again later.'
        : 'The database cannot be reached. Try again in a few seconds.',
    )
  }
  if (hasCodeOf(error, FILES_UNAVAILABLE)) {
    return new DomainError(
      'unavailable',
      'The storage of files cannot be reached. Try again in a few seconds.',
    )
  }
  // Validated input never gets here; an id that is only looked up does.
  if (hasCodeOf(error, UNSTORABLE_CODES)) {
    return new DomainError('invalid_input', `The input ${UNSTORABLE_TEXT}.`)
  }
  if (tookTooLong(error)) {
    return new DomainError(
      'unavailable',
      'The request exceeded its time limit, and nothing was changed. Try again with fewer changes per request.',
    )
  }
  if (isRetryable(error)) {
    return new DomainError(
      'unavailable',
      'The change was rolled back because of concurrent changes. Try again.',
    )
  }
  return new DomainError('internal', 'Internal error. Report the request id to the operator of this server.')
}
