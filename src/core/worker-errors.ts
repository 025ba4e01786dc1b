import { WorkerPoolBusy } from '../platform/workers/worker-pool.ts'
import {
  type PlainError,
  plainError,
  WorkerOutOfMemory,
  WorkerTimeout,
} from '../platform/workers/worker-thread.ts'
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

/** The error of a task on a text: 503 for a full pool, and 400 for a text that takes too much time or memory. */
export function refusedText(error: unknown, done: 'converted' | 'merged' | 'rendered'): unknown {
  if (!(error instanceof WorkerTimeout || error instanceof WorkerOutOfMemory)) return refusedByPool(error)
  const message = `This text is too complex to be ${done}. Split it into several pages.`
  return new DomainError('query_too_complex', message)
}
