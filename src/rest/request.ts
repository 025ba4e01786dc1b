import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
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

type QueryValue = string | string[] | undefined

/** Unwraps optional, nullable and default schemas. */
function innermost(schema: unknown): unknown {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap()
  }
  return inner
}

function coerce(schema: unknown, value: QueryValue): unknown {
  const inner = innermost(schema)
  if (inner instanceof z.ZodArray) {
    const values = Array.isArray(value) ? value : [value]
    return values.map((entry) => coerce(inner.element, entry))
  }
  if (typeof value !== 'string') return value
  if (inner instanceof z.ZodNumber && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (inner instanceof z.ZodBoolean && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/**
 * Converts query strings to the types of the operation's input. Values that do not fit are passed on
 * unchanged, so that the validation behind both APIs rejects them with its own message.
 */
export function typedQuery(schema: z.ZodType, query: Record<string, QueryValue>): Record<string, unknown> {
  const object = schema instanceof z.ZodPipe ? schema.in : schema
  const shape: Record<string, unknown> = object instanceof z.ZodObject ? object.shape : {}
  const typed: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(query)) {
    typed[name] = Object.hasOwn(shape, name) ? coerce(shape[name], query[name]) : query[name]
  }
  return typed
}

/** Whether `Prefer` (RFC 7240) has a preference that matches a pattern, such as `handling=strict`. */
export function prefers(prefer: string | string[] | undefined, preference: RegExp): boolean {
  return [prefer ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .some((each) => preference.test((each.split(';', 1)[0] ?? '').trim()))
}
