import { DomainError } from '../../../core/errors.ts'

/** Nothing is imported: the reason, and the file or the field that it is about. */
export const refuseImport = (path: string, reason: string): DomainError =>
  new DomainError('invalid_input', `The content cannot be imported. ${reason}`, [
    { path: [path], message: reason },
  ])
