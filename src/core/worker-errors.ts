import { WorkerPoolBusy } from '../platform/workers/worker-pool.ts'
import { type PlainError, plainError } from '../platform/workers/worker-thread.ts'
import { DomainError, type ErrorDetail, type Reason } from './errors.ts'

/** Restores the class of an error that a worker task threw: for `reviveError` of a worker pool. */
export function reviveDomainError(error: PlainError): Error {
  if (error.name !== 'DomainError') return plainError(error)
  const { reason, details } = error.fields as { reason: Reason; details?: ErrorDetail[] }
  return new DomainError(reason, error.message, details)
}

/** The error of a full worker pool: 503, to be retried. */
export function refusedByPool(error: unknown): unknown {
  return error instanceof WorkerPoolBusy ? new DomainError('unavailable', error.message) : error
}
