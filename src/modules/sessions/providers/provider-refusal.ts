import { DomainError } from '../../../core/errors.ts'
import { type RefusalCode, refusals } from './refusals.ts'

/** A sign-in at a provider that failed for a reason that the person can be told. The cause is for operators only. */
export class ProviderRefusal extends DomainError {
  readonly code: RefusalCode

  constructor(code: RefusalCode, cause?: unknown) {
    super(code === 'provider_unavailable' ? 'unavailable' : 'forbidden', refusals[code])
    this.code = code
    this.cause = cause
  }
}
