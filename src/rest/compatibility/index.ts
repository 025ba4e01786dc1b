import { addressOf } from './addresses.ts'
import { published } from './published.ts'
import type { Refused } from './refused.ts'
import { refusedForGood } from './refused-for-good.ts'
import { refusedForNow } from './refused-for-now.ts'
import { specified } from './specified.ts'

export { addressOf } from './addresses.ts'
export { type RequestDocument, requestDifferences } from './request-differences.ts'
export { operationTable } from './table.ts'

/** The operation id in clients of the public API. */
export const publicIdOf = (method: string, path: string): string | undefined => {
  const address = addressOf(method, path)
  return specified[address] ?? published[address]
}

/** Operations that no group says more about. */
const others: Refused = {
  title: 'Others',
  reason: 'It is not built yet.',
  operations: { ...specified, ...published },
}

/** The operations of the public API in groups. For those of most groups, it is known why they are not here. */
const groups = [...refusedForGood, ...refusedForNow, others]

const SEGMENT = '[^/]+'

/** For each method, the groups with one expression each: a request is compared with few of them. */
const patterns = new Map<string, { group: Refused; pattern: RegExp }[]>()
for (const group of groups) {
  const sources = new Map<string, string[]>()
  for (const address of Object.keys(group.operations)) {
    const [method = '', path = ''] = address.split(' ')
    const source = `^${path.replaceAll('{}', SEGMENT).replace('*', '.+')}/?$`
    sources.set(method, [...(sources.get(method) ?? []), source])
  }
  for (const [method, all] of sources) {
    const known = patterns.get(method) ?? []
    patterns.set(method, [...known, { group, pattern: new RegExp(all.join('|')) }])
  }
}

/** The group of a request that is an operation of the public API without a route here; null if it is none. */
export const refusalOf = (method: string, path: string): Refused | null =>
  patterns.get(method)?.find(({ pattern }) => pattern.test(path))?.group ?? null

/** Why such a request has no route here; null if it is none. `path` is after `/v1`. */
export const whyNotHere = (method: string, path: string): string | null =>
  refusalOf(method, path)?.reason ?? null
