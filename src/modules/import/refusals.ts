import { DomainError } from '../../core/errors.ts'
import type { SkippedResource } from './types.ts'

/** Rejects the import with a reason, and the file or field that caused it, with its line if it is known. */
export const refuseImport = (path: string, reason: string, line?: number): DomainError =>
  new DomainError('invalid_input', `The content cannot be imported. ${reason}`, [
    { path: line === undefined ? [path] : [path, line], message: reason },
  ])

/** Rejects an import without content, with the reason why the first resource was skipped. */
export function nothingToImport([first]: readonly SkippedResource[]): DomainError {
  const nothing = 'There is nothing at this URL that can be imported.'
  return first === undefined
    ? refuseImport('url', nothing)
    : refuseImport(first.path, `${nothing} ${first.path}: ${first.reason}`, first.line)
}
