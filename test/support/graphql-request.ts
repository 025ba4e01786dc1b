import type { TestApp } from './app.ts'
import { sendRequest } from './http-request.ts'

export interface GraphQLAnswer<Data> {
  status: number
  data: Data | null | undefined
  errors: GraphQLFailure[] | undefined
  extensions: Record<string, unknown> | undefined
  /** The request and the response, for messages. */
  trace: string
}

export interface GraphQLFailure {
  message: string
  path?: (string | number)[]
  extensions: {
    code: string
    status: number
    details?: { path: (string | number)[]; message: string }[]
  }
}

/** One POST to `/graphql`. The type of the data is that of the query. */
export async function callGraphQL<Data = unknown>(
  t: TestApp,
  who: { token: string } | null,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<GraphQLAnswer<Data>> {
  const response = await sendRequest(`${t.origin}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    body: JSON.stringify({ query, variables }),
  })
  const trace = [
    query,
    JSON.stringify(variables),
    `${response.status} ${response.text}`,
    `request ${response.headers.get('x-request-id')}`,
  ].join('\n')
  const { data, errors, extensions } = JSON.parse(response.text) as Omit<
    GraphQLAnswer<Data>,
    'status' | 'trace'
  >
  return { status: response.status, data, errors, extensions, trace }
}

/** The data of a request that must succeed completely. */
export async function queried<Data>(
  t: TestApp,
  who: { token: string },
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Data> {
  const { data, errors, trace } = await callGraphQL<Data>(t, who, query, variables)
  if (errors || !data) throw new Error(`Expected data without errors\n${trace}`)
  return data
}
