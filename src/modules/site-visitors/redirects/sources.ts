import { decodedPath } from '../../site-addresses/index.ts'

/** At the end of a source: it matches every continuation of the path. */
const WILDCARD = '*'

/** Characters that `encodeURIComponent` leaves alone and the pattern of sources does not have. */
const UNSAFE = /[!'()*]/g
const encoded = (segment: string) =>
  encodeURIComponent(segment).replaceAll(
    UNSAFE,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** A path on a site as redirects store it: each segment encoded in one way, without a slash at the end. */
export const pathFrom = (segments: readonly string[]): string =>
  segments.map((segment) => `/${encoded(segment)}`).join('')

/** A source as it is stored, or null if it is not encoded correctly. */
export function storedSource(source: string): string | null {
  const ending = source.endsWith(`/${WILDCARD}`) ? `/${WILDCARD}` : source.endsWith(WILDCARD) ? WILDCARD : ''
  const segments = decodedPath(source.slice(0, source.length - ending.length))
  if (!segments?.every((segment) => segment.isWellFormed())) return null
  return `${pathFrom(segments)}${ending}`
}

/** What a source with a wildcard begins with; null for any other. */
export const prefixOf = (source: string): string | null =>
  source.endsWith(WILDCARD) ? source.slice(0, -WILDCARD.length) : null

/** The segments of a path that a wildcard matches. */
export function capturedBy(source: string, path: string): string[] {
  const prefix = prefixOf(source)
  return prefix === null ? [] : (decodedPath(path.slice(prefix.length)) ?? [])
}

/** Whether a source means a path: the same path, or one that begins as its wildcard does. */
export function means(source: string, path: string): boolean {
  const prefix = prefixOf(source)
  return prefix === null ? source === path : path.startsWith(prefix)
}

/** Of several sources that mean a path, the most specific: the path itself, then the longest. */
export const bySpecificity = (one: string, other: string): number =>
  Number(prefixOf(one) !== null) - Number(prefixOf(other) !== null) || other.length - one.length
