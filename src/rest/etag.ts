import { hash } from 'node:crypto'

/**
 * A strong tag of a response: the version of the entity, which a write can be bound to, and a digest of the body, which
 * changes with everything else that it shows, such as the caller's permissions. The caller's token has no part in it.
 */
export function etagOf(body: string | Buffer, version: number | undefined): string {
  const digest = hash('sha1', body, 'base64url')
  return version === undefined ? `"${digest}"` : `"v${version}-${digest}"`
}

/** The tags of `If-Match` or `If-None-Match`, with their quotes. */
export const tagsIn = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []

/** The version in a strong tag. */
export function versionIn(tag: string): number | null {
  const [, version] = /^"v(\d{1,9})-/.exec(tag) ?? []
  return version === undefined ? null : Number(version)
}

/** Whether a client that sends this `If-None-Match` has the response already. Proxies that compress weaken tags. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag)
}
