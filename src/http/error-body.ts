import type { DomainError } from '../core/errors.ts'

/** The body of every error response, besides those of GraphQL and of published sites. */
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
