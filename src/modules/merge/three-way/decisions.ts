import { isSameContent, type PageRecord } from '../../revisions/index.ts'
import { followed, mergeRecord } from './merge-record.ts'
import type { Conflict, ConflictKind, ConflictVersion } from './types.ts'

/** A page that at least one side changed: its three versions, and the result of the merge. */
export interface Decision {
  id: string
  base: PageRecord | undefined
  primary: PageRecord | undefined
  changed: PageRecord | undefined
  /** Null if the page is deleted. */
  record: PageRecord | null
}

export interface DecidedPage {
  decision: Decision
  conflicts: Conflict[]
  /** Both sides changed the text, which is merged later. */
  isMerged: boolean
}

type Versions = Pick<Decision, 'id' | 'base' | 'primary' | 'changed'>

/** Decides the result for a single page. Its position in the tree is decided later. */
export function decidePage(versions: Versions): DecidedPage {
  const { base, primary, changed } = versions
  const outcome = (record: PageRecord | undefined, ...conflicts: Conflict[]): DecidedPage => ({
    decision: { ...versions, record: record ?? null },
    conflicts,
    isMerged: false,
  })
  const isAgreed =
    isSameContent(primary, changed) || isSameContent(changed, base) || isSameContent(primary, base)
  if (isAgreed) {
    if (primary && changed) return outcome(followed(base, primary, changed))
    return outcome(base ? undefined : (primary ?? changed))
  }
  if (!primary || !changed) return outcome(changed, pageConflict('edit_delete', versions))
  if (!base) return outcome(changed, pageConflict('add_add', versions))
  const { record, conflicts } = mergeRecord(base, primary, changed)
  const reported = conflicts.map(({ kind, field, ...values }) => fieldConflict(kind, versions, field, values))
  return { ...outcome(record, ...reported), isMerged: true }
}

export function pageConflict(
  kind: ConflictKind,
  { id, base, primary, changed }: Versions,
  details: Pick<Conflict, 'field' | 'related'> = {},
): Conflict {
  const version = (page: PageRecord | undefined): ConflictVersion | null => (page ? { page } : null)
  return {
    kind,
    subject: id,
    subjectType: 'page',
    ...details,
    base: version(base),
    primary: version(primary),
    changed: version(changed),
  }
}

export function fieldConflict(
  kind: ConflictKind,
  versions: Versions,
  field: string,
  values: { base: unknown; primary: unknown; changed: unknown },
): Conflict {
  const conflict = pageConflict(kind, versions, { field })
  return {
    ...conflict,
    base: conflict.base && { ...conflict.base, value: values.base },
    primary: conflict.primary && { ...conflict.primary, value: values.primary },
    changed: conflict.changed && { ...conflict.changed, value: values.changed },
  }
}
