import type { Reference } from '../revisions/index.ts'
import type { ChangeOf } from './changes.model.ts'

/** The target of a link as it is stored: without the fields of other kinds. */
export function linkTarget(target: NonNullable<ChangeOf<'insert_page'>['target']>): Reference {
  const { kind } = target
  return { kind, [kind]: target[kind] } as unknown as Reference
}
