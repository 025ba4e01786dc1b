import type { FastifyRequest } from 'fastify'
import type { Conditions } from '../core/conditions.ts'

/** What the headers of a request demand of a write. */
export function conditionsOf({ headers }: FastifyRequest): Conditions {
  const key = headers['idempotency-key']
  return { idempotencyKey: Array.isArray(key) ? key.join(', ') : key }
}
