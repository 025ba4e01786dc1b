import { DEFAULT_LIMIT, MAX_LIMIT } from '../../core/lists/page.ts'
import { bindsToVersion } from '../request.ts'
import type { Route } from '../route.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

/** Parameters that many operations have, each described once. */
export const parameters = {
  page: {
    name: 'page',
    in: 'query',
    description:
      'The cursor of a page: `next.page` of the previous page. Cursors of GraphQL connections work too.',
    schema: { type: 'string' },
  },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'The maximum number of items to return.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
  after: {
    name: 'after',
    in: 'query',
    description: 'The same as `page`, with the name that subscriptions use. Send one of the two.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    ...header(
      'Idempotency-Key',
      'When the request is repeated with the same key and input within 24 hours, it is not executed again and returns the first ' +
        'response. Use a new key for every new request. The same key with another request returns 409.',
    ),
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  ifMatch: header(
    'If-Match',
    'The `ETag` that you have read. If its version is no longer the current one, the request returns 412 and ' +
      'changes nothing. `*` accepts every version.',
  ),
  ifNoneMatch: header(
    'If-None-Match',
    'The `ETag` of a response that you have. If it is unchanged, the request returns 304 without a body.',
  ),
  prefer: header(
    'Prefer',
    'With `handling=strict`, unknown fields of the body return 400. Without it they are ignored and listed ' +
      'in `X-Ignored-Fields`.',
  ),
}

/** Whether the route reads JSON from the body. */
const takesJson = ({ method, upload }: Route) => method !== 'GET' && method !== 'DELETE' && !upload

/** Parameters that depend on the kind of the route, not on its input. */
export function sharedParameters(route: Route): object[] {
  const has: Record<keyof typeof parameters, boolean> = {
    page: route.isList,
    limit: route.isList,
    after: route.isLog === true,
    idempotencyKey: route.method !== 'GET',
    ifMatch: bindsToVersion(route.method) && 'changes' in route.operation,
    ifNoneMatch: route.method === 'GET',
    prefer: takesJson(route),
  }
  return Object.entries(has)
    .filter(([, isThere]) => isThere)
    .map(([name]) => ({ $ref: `#/components/parameters/${name}` }))
}
