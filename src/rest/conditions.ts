import type { FastifyRequest } from 'fastify'
import type { Conditions } from '../core/operations/conditions.ts'
import type { ExpectedVersion } from '../core/operations/versions.ts'
import { tagsIn, versionIn } from '../http/bodies/etag.ts'

/**
 * Methods for which `If-Match` makes the write depend on a version; a POST creates, or has the expected
 * version in its body.
 */
const CONDITIONAL = new Set(['PATCH', 'PUT', 'DELETE'])

export const bindsToVersion = (method: string) => CONDITIONAL.has(method)

/** The conditions of a write in the headers of a request. */
export function conditionsOf({ method, headers }: FastifyRequest): Conditions {
  const key = headers['idempotency-key']
  const ifMatch = headers['if-match']
  return {
    idempotencyKey: Array.isArray(key) ? key.join(', ') : key,
    expectedVersion: ifMatch === undefined || !bindsToVersion(method) ? undefined : expectedBy(ifMatch),
  }
}

/**
 * A weak tag never matches, and a tag without a version belongs to something else: both make the write
 * fail.
 */
function expectedBy(ifMatch: string): ExpectedVersion {
  if (ifMatch.trim() === '*') return 'any'
  return tagsIn(ifMatch).flatMap((tag) => versionIn(tag) ?? [])
}
