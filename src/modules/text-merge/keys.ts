import { isDeepStrictEqual } from 'node:util'
import { isKeyed, type Keyed } from '../page-metadata/index.ts'

export interface KeyConflict {
  path: string[]
  base: unknown
  primary: unknown
  changed: unknown
}

interface MergedKeys {
  /** Where both sides set a key differently, it has the value of the change request. */
  values: Record<string, unknown>
  conflicts: KeyConflict[]
}

/** Merges maps key by key, recursively. A list is one value. Absent and undefined are the same. */
export function mergeKeys(base: Keyed, primary: Keyed, changed: Keyed): MergedKeys {
  const conflicts: KeyConflict[] = []
  const entries: [string, unknown][] = []
  for (const key of new Set([...Object.keys(primary), ...Object.keys(changed)])) {
    const [was, one, other] = [own(base, key), own(primary, key), own(changed, key)]
    if (isKeyed(one) && isKeyed(other) && !isDeepStrictEqual(one, other)) {
      const inner = mergeKeys(isKeyed(was) ? was : {}, one, other)
      for (const conflict of inner.conflicts) conflicts.push({ ...conflict, path: [key, ...conflict.path] })
      entries.push([key, inner.values])
      continue
    }
    const value = decide(was, one, other)
    if (!value.isAgreed) conflicts.push({ path: [key], base: was, primary: one, changed: other })
    if (value.value !== undefined) entries.push([key, value.value])
  }
  // Not by assignment: a key can be `__proto__`.
  return { values: Object.fromEntries(entries), conflicts }
}

/** Merges three versions of a value: a changed version wins. */
export function decide<T>(base: T, primary: T, changed: T): { value: T; isAgreed: boolean } {
  if (isDeepStrictEqual(changed, base)) return { value: primary, isAgreed: true }
  const isAgreed = isDeepStrictEqual(primary, base) || isDeepStrictEqual(primary, changed)
  return { value: changed, isAgreed }
}

const own = (map: Keyed, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined)
