import type { Route } from '../route.ts'

const string = (description: string) => ({ description, schema: { type: 'string' } }) as const
const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const

/** Headers of responses, each described once. */
export const headers = {
  'X-Request-Id': string('The id of this request, for reports to the operator.'),
  'X-RateLimit-Limit': integer('The points per minute; 0 when there is no limit.'),
  'X-RateLimit-Remaining': integer('Points that are left.'),
  'X-RateLimit-Reset': integer('When the budget is full again, in seconds since 1970-01-01 UTC.'),
  'Retry-After': integer('Seconds to wait before the next attempt.'),
  ETag: string(
    'Identifies the response, for `If-None-Match`. That of a single resource starts with its version, for `If-Match`.',
  ),
  'Idempotent-Replayed': {
    description: '`true` when this is the response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Ignored-Fields': string('Unknown fields of the body that were ignored, as paths separated by commas.'),
  'Preference-Applied': string(
    'The preference in `Prefer` that was applied: `handling=strict` or `respond-async`.',
  ),
  'X-Quire-Cache-Tag': string(
    'The tags of what the response is made of, separated by commas. Webhooks list those of what has changed in `tags`.',
  ),
  'X-Gitbook-Cache-Tag': string('The same, for renderers that know this name.'),
  Deprecation: string('Since when the operation is deprecated: `@` and the seconds since 1970-01-01 UTC.'),
  Link: string('The operation that replaces this one, with `rel="successor-version"`.'),
  Location: {
    description: 'The URL of the created resource, or of a file that is being made.',
    schema: { type: 'string', format: 'uri' },
  },
} as const

type HeaderName = keyof typeof headers

/** Those of every response. */
export const ALWAYS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

const CACHE_TAGS = ['X-Quire-Cache-Tag', 'X-Gitbook-Cache-Tag'] as const
const OF_BODIES = ['X-Ignored-Fields', 'Preference-Applied'] as const

export const refs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const headersOf = (route: Route) =>
  refs([
    ...ALWAYS,
    ...(route.response ? (['ETag'] as const) : []),
    ...(route.method === 'GET' ? CACHE_TAGS : (['Idempotent-Replayed'] as const)),
    ...(route.method === 'GET' ? [] : OF_BODIES),
    ...(route.hasLocation ? (['Location'] as const) : []),
    ...(route.isDeprecated ? (['Deprecation', 'Link'] as const) : []),
  ])

export const headersOfFailure = (status: number) =>
  refs([...ALWAYS, ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []), ...OF_BODIES])
