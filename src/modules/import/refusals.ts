import { DomainError } from '../../core/errors.ts'

/** Rejects the import with a reason and the file or field that caused it. */
export const refuseImport = (path: string, reason: string): DomainError =>
  new DomainError('invalid_input', `The content cannot be imported. ${reason}`, [
    { path: [path], message: reason },
  ])
