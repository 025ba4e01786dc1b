import { WebSocket } from 'ws'

export interface Asked {
  spaceId: string
  token: string | undefined
  address: string
}

/** A kind of request that takes points from a budget. */
export interface Entrance {
  name: string
  /** Whether the budget is that of the address instead of the user. */
  isAnonymous: boolean
  /** Points of one request. */
  points: number
  ask: (origin: string, asked: Asked) => Promise<'served' | 'refused'>
}

const SUBSCRIPTION = 'subscription ($id: ID!) { spaceActivity(spaceId: $id) { cursor } }'
const JSON_TYPE = { 'content-type': 'application/json' }

const headersOf = ({ token, address }: Asked) => ({
  'x-forwarded-for': address,
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
})

const byHttp =
  (path: string | ((asked: Asked) => string), init: (asked: Asked) => RequestInit = () => ({})) =>
  async (origin: string, asked: Asked): Promise<'served' | 'refused'> => {
    const { headers, ...rest } = init(asked)
    const leave = new AbortController()
    const response = await fetch(origin + (typeof path === 'string' ? path : path(asked)), {
      ...rest,
      redirect: 'manual',
      signal: leave.signal,
      headers: { ...headersOf(asked), ...(headers as Record<string, string> | undefined) },
    })
    // A stream would not end by itself.
    leave.abort()
    return response.status === 429 ? 'refused' : 'served'
  }

const graphql = (query: string, headers: Record<string, string> = {}) =>
  byHttp('/graphql', ({ spaceId }) => ({
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ query, variables: { id: spaceId } }),
  }))

/** Opens a WebSocket, sends `connection_init`, and then an operation if one is given. */
const bySocket =
  (query?: string) =>
  async (origin: string, asked: Asked): Promise<'served' | 'refused'> => {
    const { authorization, ...headers } = headersOf(asked) as Record<string, string>
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers,
    })
    const answer = await new Promise<'served' | 'refused'>((resolve, reject) => {
      socket.on('error', (error) => (/429/.test(error.message) ? resolve('refused') : reject(error)))
      socket.on('open', () =>
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })),
      )
      socket.on('close', (code) => resolve(code === 4429 ? 'refused' : 'served'))
      socket.on('message', (data) => {
        const { type, payload } = JSON.parse(String(data))
        if (type === 'connection_ack' && query) {
          const variables = { id: asked.spaceId }
          socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }))
        } else if (type === 'error' && payload[0].extensions.code === 'RATE_LIMITED') resolve('refused')
        else resolve('served')
      })
    })
    socket.close()
    return answer
  }

const form = () => {
  const body = new FormData()
  body.append('file', new Blob(['Words']), 'words.txt')
  return body
}

const ofUser = (name: string, ask: Entrance['ask'], points = 1): Entrance => ({
  name,
  isAnonymous: false,
  points,
  ask,
})
const ofAddress = (name: string, ask: Entrance['ask']): Entrance => ({
  name: `${name}, without a valid token`,
  isAnonymous: true,
  points: 1,
  ask,
})

/** All kinds of requests, with a user's budget and with an address's. */
export const entrances: Entrance[] = [
  ofUser('REST', byHttp('/v1/user')),
  ofUser(
    'REST with a bad body',
    byHttp('/v1/orgs', () => ({ method: 'POST', headers: JSON_TYPE, body: '{' })),
  ),
  ofUser('REST at an unknown path', byHttp('/v1/nothing')),
  ofUser(
    'upload',
    byHttp(
      ({ spaceId }) => `/v1/spaces/${spaceId}/content/files`,
      () => ({ method: 'POST', body: form() }),
    ),
  ),
  ofUser('GraphQL', graphql('{ viewer { user { id } } }')),
  ofUser('GraphQL by GET', byHttp(`/graphql?query=${encodeURIComponent('{ viewer { user { id } } }')}`)),
  ofUser('GraphQL that is not valid', graphql('{ nonsense }')),
  ofUser('event stream', graphql(SUBSCRIPTION, { accept: 'text/event-stream' })),
  ofUser('WebSocket', bySocket()),
  ofUser('operation over a WebSocket', bySocket('{ viewer { user { id } } }'), 2),
  ofUser('operation over a WebSocket that is not valid', bySocket('{ nonsense }'), 2),
  ofAddress('REST', byHttp('/v1/user')),
  ofAddress('GraphQL', graphql('{ __typename }')),
  ofAddress('event stream', graphql('{ __typename }', { accept: 'text/event-stream' })),
  ofAddress('WebSocket', bySocket()),
  ofAddress(
    'explorer',
    byHttp('/graphql', () => ({ headers: { accept: 'text/html' } })),
  ),
  ofAddress('signed file', byHttp('/files/a/b/c')),
  ofAddress('signed PDF', byHttp('/pdf/a/b/c')),
  ofAddress('OpenAPI document', byHttp('/v1/openapi.json')),
  ofAddress('reference', byHttp('/docs')),
  ofAddress('guide', byHttp('/docs/rest-api.md')),
  ofAddress('landing page', byHttp('/')),
  ofAddress('unknown path', byHttp('/nothing')),
]
