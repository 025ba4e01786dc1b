import { DomainError } from '../../core/errors.ts'

/** Rejects the import with a reason, and the file or field that caused it, with its line if it is known. */
export const refuseImport = (path: string, reason: string, line?: number): DomainError =>
  new DomainError('invalid_input', `The content cannot be imported. ${reason}`, [
    { path: line === undefined ? [path] : [path, line], message: reason },
  ])
