import { isDeepStrictEqual } from 'node:util'
import { linesOf, readFrontMatter } from '../documents/index.ts'
import type { Keyed } from '../page-metadata/index.ts'
import { patchFrontMatterText } from '../page-metadata/index.ts'
import { resolvedFor } from './changed-regions.ts'
import { type KeyConflict, mergeKeys } from './keys.ts'
import { comparedRegions, unixText } from './regions.ts'

interface FrontMatterMerge {
  /**
   * The text between the fences. Null without front matter. Conflicting keys have the value of the change request.
   */
  text: string | null
  /** An empty path is the whole front matter: front matter that cannot be parsed is not merged. */
  conflicts: KeyConflict[]
}

/** Merges front matter key by key. If only one side changed it, its bytes are taken. */
export function mergeFrontMatter(
  base: string | null,
  primary: string | null,
  changed: string | null,
): FrontMatterMerge {
  if (primary === changed || changed === base) return { text: primary, conflicts: [] }
  if (primary === base) return { text: changed, conflicts: [] }
  const [was, one, other] = [valuesOf(base), valuesOf(primary), valuesOf(changed)]
  if (!was || !one || !other) return { text: changed, conflicts: [{ path: [], base, primary, changed }] }
  const { values, conflicts } = mergeKeys(was, one, other)
  const isEmpty = Object.keys(values).length === 0
  if (isEmpty && (primary === null || changed === null)) return { text: null, conflicts }
  const lines = mergedLines(unix(base), unix(primary), unix(changed))
  if (lines !== null && isDeepStrictEqual(valuesOf(lines), values)) return { text: lines, conflicts }
  // Either could be the starting point. The choice must not depend on which side is which.
  const [first, second] = unix(primary) < unix(changed) ? [primary, changed] : [changed, primary]
  const start = first === null ? unix(second) : unix(first)
  return { text: patchFrontMatterText(start, difference(valuesOf(start) ?? {}, values)), conflicts }
}

/** Merges line by line, including comments, where the changes do not overlap. */
function mergedLines(base: string, primary: string, changed: string): string | null {
  const three = {
    base: linesOf(base).lines,
    primary: linesOf(primary).lines,
    changed: linesOf(changed).lines,
  }
  const regions = comparedRegions(three)
  if (!regions || regions.some(({ merged }) => merged === null)) return null
  return unixText(resolvedFor('primary', three, regions))
}

function difference(values: Keyed, wanted: Keyed): Record<string, unknown> {
  const gone = Object.keys(values).filter((key) => !Object.hasOwn(wanted, key))
  return Object.fromEntries([...gone.map((key) => [key, undefined]), ...Object.entries(wanted)])
}

function valuesOf(text: string | null): Keyed | null {
  const read = readFrontMatter(text ?? '')
  return 'values' in read ? read.values : null
}

const unix = (text: string | null): string => (text ?? '').replaceAll('\r\n', '\n')
