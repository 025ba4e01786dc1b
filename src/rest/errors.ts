import type { DomainError } from '../core/errors.ts'

/** The body of every error response of the REST API. */
export function errorBody(error: DomainError) {
  return {
    error: {
      code: error.status,
      message: error.message,
      reason: error.reason,
      ...(error.details ? { details: error.details } : {}),
    },
  }
}
