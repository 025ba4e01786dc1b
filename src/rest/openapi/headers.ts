import type { Route } from '../route.ts'

/** Headers of responses, each described once. */
export const headers = {
  'X-Request-Id': {
    description: 'The id of this request, for reports to the operator.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Points that the token may spend in a minute; 0 when there is no limit.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': {
    description: 'Points that are left.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'When the budget is full again, in seconds since 1970-01-01 UTC.',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
  ETag: {
    description: 'The version of what was returned, for `If-None-Match`.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The address of what was created.',
    schema: { type: 'string', format: 'uri' },
  },
} as const

type HeaderName = keyof typeof headers

const ALWAYS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

const refs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const headersOf = (route: Route) => refs(route.hasLocation ? [...ALWAYS, 'Location'] : ALWAYS)

export const headersOfFailure = (status: number) => refs(status === 503 ? [...ALWAYS, 'Retry-After'] : ALWAYS)
