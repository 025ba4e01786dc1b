// Written by "npm run client:types" from the table of failures.

/** The values of `extensions.code` in GraphQL, and of `reason` in REST, where they are in lower case. */
export const apiErrorCodes = [
  // The input is invalid. `details` lists the invalid fields.
  'INVALID_INPUT',
  // The cursor is damaged, or belongs to another list or to other filters.
  'INVALID_CURSOR',
  // The request or its response exceeds a limit of size, depth or cost.
  'QUERY_TOO_COMPLEX',
  // The token is missing, invalid, expired or revoked.
  'UNAUTHENTICATED',
  // You can see the resource, but your role or token does not allow the action.
  'FORBIDDEN',
  // You signed in too long ago for this action. Sign in again, and retry.
  'REAUTHENTICATION_REQUIRED',
  // The resource does not exist or is not visible to you.
  'NOT_FOUND',
  // This server does not implement the operation.
  'NOT_IMPLEMENTED',
  // No GraphQL document is registered with this ID. Send its text, or ask an operator to register it.
  'UNKNOWN_DOCUMENT',
  // The HTTP method is not allowed for this path.
  'METHOD_NOT_ALLOWED',
  // The request was not received in time.
  'REQUEST_TIMEOUT',
  // The action conflicts with the current state of the resource.
  'CONFLICT',
  // The resource has changed since you read it, or a precondition is not met.
  'PRECONDITION_FAILED',
  // The request body or document is too large.
  'PAYLOAD_TOO_LARGE',
  // The content type of the request body is not supported.
  'UNSUPPORTED_MEDIA_TYPE',
  // The rate limit is exceeded. Retry after the time in the header `Retry-After`.
  'RATE_LIMITED',
  // An unexpected error occurred. Report the request ID to the operator.
  'INTERNAL',
  // This server does not run the code that the operation would call.
  'NO_RUNTIME',
  // The service is temporarily unavailable. Retry later.
  'UNAVAILABLE',
] as const

export type ApiErrorCode = (typeof apiErrorCodes)[number]
