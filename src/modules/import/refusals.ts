import { DomainError } from '../../core/errors.ts'

/** Nothing is imported: the reason, and the file or the field that it is about. */
export const refuseImport = (path: string, reason: string): DomainError =>
  new DomainError('invalid_input', `The import is refused: ${reason}`, [{ path: [path], message: reason }])
