import { DomainError, type Reason } from '../../../core/errors.ts'

/** A refusal of one change of a batch, which refuses the whole batch: it names the change and the member at fault. */
export function refuse(at: number, member: string, message: string, reason: Reason = 'invalid_input'): never {
  const path = ['changes', at, member]
  throw new DomainError(reason, `${path.join('.')}: ${message}`, [{ path, message }])
}
