import type { FastifyRequest } from 'fastify'
import type { Conditions } from '../core/operations/conditions.ts'
import type { ExpectedVersion } from '../core/operations/versions.ts'
import { tagsIn, versionIn } from './etag.ts'

/** Methods of which `If-Match` binds the write to a version; a POST creates, or names what it expects in its body. */
const CONDITIONAL = new Set(['PATCH', 'PUT', 'DELETE'])

export const bindsToVersion = (method: string) => CONDITIONAL.has(method)

/** What the headers of a request demand of a write. */
export function conditionsOf({ method, headers }: FastifyRequest): Conditions {
  const key = headers['idempotency-key']
  const ifMatch = headers['if-match']
  return {
    idempotencyKey: Array.isArray(key) ? key.join(', ') : key,
    expectedVersion: ifMatch === undefined || !bindsToVersion(method) ? undefined : expectedBy(ifMatch),
  }
}

/** A weak tag never matches, and a tag that names no version is one of something else: both make the write fail. */
function expectedBy(ifMatch: string): ExpectedVersion {
  if (ifMatch.trim() === '*') return 'any'
  return tagsIn(ifMatch).flatMap((tag) => versionIn(tag) ?? [])
}
