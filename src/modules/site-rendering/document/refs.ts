import { type Ref, urlOf } from '../../documents/index.ts'
import { isForeign } from '../addresses.ts'

/** The key of a reference in the targets of a document. */
export const refKey = (ref: Ref): string => `${ref.kind}:${urlOf(ref)}`

/** Whether a reference needs no target: a complete address, or an anchor on the same page. */
export function isComplete(ref: Ref): boolean {
  if (ref.kind === 'anchor') return ref.page === undefined
  return ref.kind === 'url' && (isForeign(ref.url) || ref.url.startsWith('#'))
}
