import { DomainError } from '../../core/errors.ts'

/** Rejects a write whose caller expects a revision that is not a current one any more. */
export function requireRevision(
  expected: string | undefined,
  current: readonly string[],
  { of, retry }: { of: string; retry: string },
): void {
  if (expected === undefined || current.includes(expected)) return
  throw new DomainError(
    'precondition_failed',
    `${expected} is no longer the current revision of ${of}. ${retry}`,
  )
}
