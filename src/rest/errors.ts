import type { DomainError } from '../core/errors.ts'

/** The body of every failure at the REST API. */
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
