import { isDeepStrictEqual } from 'node:util'
import { isKeyed, type Keyed } from '../../page-metadata/index.ts'
import {
  type GitOrigin,
  isMark,
  isSameContent,
  type PageRecord,
  type ReusableRecord,
} from '../../revisions/index.ts'
import { decide, mergeKeys } from '../../text-merge/index.ts'
import type { ConflictKind } from './types.ts'

interface FieldConflict {
  kind: ConflictKind
  field: string
  base: unknown
  primary: unknown
  changed: unknown
}

interface MergedRecord<T> {
  /** Conflicting fields have the value of the change request. The document is merged separately. */
  record: T
  conflicts: FieldConflict[]
}

type AnyRecord = PageRecord | ReusableRecord

const maps = new Set(['variables', 'layout'])
const flags = new Set(['hidden', 'noIndex', 'noRobotsIndex'])
const kinds: Readonly<Record<string, ConflictKind>> = { parent: 'move_move', computed: 'computed' }

/** Merges three versions of a record field by field. */
export function mergeRecord<T extends AnyRecord>(base: T, primary: T, changed: T): MergedRecord<T> {
  const conflicts: FieldConflict[] = []
  const entries: [string, unknown][] = []
  const [was, one, other] = [{ ...base } as Keyed, { ...primary } as Keyed, { ...changed } as Keyed]
  for (const field of new Set([...Object.keys(other), ...Object.keys(one)])) {
    if (isMark(field)) continue
    const versions = { base: was[field], primary: one[field], changed: other[field] }
    if (field === 'document') entries.push([field, versions.changed])
    else if (maps.has(field)) {
      const merged = mergeKeys(asMap(versions.base), asMap(versions.primary), asMap(versions.changed))
      for (const { path, ...values } of merged.conflicts)
        conflicts.push({ kind: 'edit_edit', field: [field, ...path].join('.'), ...values })
      if (Object.keys(merged.values).length > 0 || (isKeyed(versions.primary) && isKeyed(versions.changed)))
        entries.push([field, merged.values])
    } else {
      const { value, isAgreed } = flags.has(field)
        ? decide(!!versions.base, !!versions.primary, !!versions.changed)
        : decide(versions.base, versions.primary, versions.changed)
      if (!isAgreed) conflicts.push({ kind: kinds[field] ?? 'edit_edit', field, ...versions })
      // A flag that is false is left out, as if it had never been set.
      if (value !== undefined && !(flags.has(field) && value === false)) entries.push([field, value])
    }
  }
  // Every field comes from a record of this type.
  const record = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as T
  return { record: withMarks(record, base, primary, changed), conflicts }
}

/** Three versions of which at least two are equal: a changed version wins. */
export function followed<T extends AnyRecord>(base: T | undefined, primary: T, changed: T): T {
  if (isDeepStrictEqual(changed, base) || isDeepStrictEqual(primary, changed)) return primary
  if (isDeepStrictEqual(primary, base)) return changed
  return withMarks(isSameContent(changed, base) ? primary : changed, base, primary, changed)
}

function withMarks<T extends AnyRecord>(record: T, base: T | undefined, primary: T, changed: T): T {
  const { updatedAt: _, git: __, ...rest } = record
  const updatedAt = later(primary.updatedAt, changed.updatedAt)
  const git = origin(base?.git, primary.git, changed.git)
  const marked = {
    ...rest,
    createdAt: primary.createdAt < changed.createdAt ? primary.createdAt : changed.createdAt,
    ...(updatedAt !== undefined && { updatedAt }),
    ...(git && { git }),
  }
  // Only the fields about time and origin were removed and added again.
  return marked as unknown as T
}

const asMap = (value: unknown): Keyed => (isKeyed(value) ? value : {})

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one > other ? one : other
}

/** A changed origin wins. If both sides changed it, the choice does not depend on which side is which. */
export function origin(
  base: GitOrigin | undefined,
  primary: GitOrigin | undefined,
  changed: GitOrigin | undefined,
): GitOrigin | undefined {
  const { value, isAgreed } = decide(base, primary, changed)
  if (isAgreed) return value
  const [first, second] = [primary, changed].sort((one, other) =>
    `${one?.path} ${one?.oid}` < `${other?.path} ${other?.oid}` ? -1 : 1,
  )
  return first ?? second
}
