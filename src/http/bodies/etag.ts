import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A tag of a response: the version of the entity, which a write can depend on, and the length and checksum
 * of the body, which change with everything else in it, such as the caller's permissions. The caller's
 * token is not part of it. A checksum is enough to detect a changed body, and costs an eighth of a digest:
 * with SHA-1 a list of 100 kB took 5 % longer.
 */
export function etagOf(body: string | Buffer, version: number | undefined): string {
  const checksum = `${body.length.toString(36)}-${crc32(body).toString(36)}`
  return version === undefined ? `"${checksum}"` : `"v${version}-${checksum}"`
}

/** The tags of `If-Match` or `If-None-Match`, with their quotes. */
export const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []

/** The version in a strong tag. */
export function versionIn(tag: string): number | null {
  const [, version] = /^"v(\d{1,9})-/.exec(tag) ?? []
  return version === undefined ? null : Number(version)
}

/**
 * Whether a client with this `If-None-Match` already has a response that has one of these tags. Proxies that compress
 * weaken tags.
 */
export function isKnown(ifNoneMatch: string | undefined, ...etags: readonly string[]): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return tagsIn(ifNoneMatch).some((tag) => etags.includes(tag.replace(/^W\//, '')))
}

/** A tag of bytes that are kept and sent many times, without quotes. */
export const tagOfBytes = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
