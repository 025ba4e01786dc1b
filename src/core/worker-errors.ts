import { WorkerPoolBusy } from '../platform/worker-pool.ts'
import { type PlainError, plainError } from '../platform/worker-thread.ts'
import { DomainError, type ErrorDetail, type Reason } from './errors.ts'

/** An error that a worker task threw, as the class that it was: for `reviveError` of a worker pool. */
export function reviveDomainError(error: PlainError): Error {
  if (error.name !== 'DomainError') return plainError(error)
  const { reason, details } = error.fields as { reason: Reason; details?: ErrorDetail[] }
  return new DomainError(reason, error.message, details)
}

/** What the caller sees when a worker pool takes no more: 503, and to try again. */
export function refusedByPool(error: unknown): unknown {
  return error instanceof WorkerPoolBusy ? new DomainError('unavailable', error.message) : error
}
