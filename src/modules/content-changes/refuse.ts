import { DomainError, type Reason } from '../../core/errors.ts'

/**
 * An error in one change, which rejects the whole batch. It contains the index of the change and the invalid field.
 */
export function refuse(at: number, member: string, message: string, reason: Reason = 'invalid_input'): never {
  const path = ['changes', at, member]
  throw new DomainError(reason, `${path.join('.')}: ${message}`, [{ path, message }])
}
