import { type ErrorDetail, errorCodeOf, RequestError } from './errors.ts'
import { type Credentials, factsOf, jsonOf, send } from './http.ts'

/** The answer to a GraphQL request, and an event of a subscription. */
export interface Result<Data = Record<string, unknown>> {
  data?: Data | null | undefined
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[] | undefined
}

export interface GraphQLOptions extends Credentials {
  /** The address of the GraphQL API, such as `https://docs.example.com/graphql`. */
  url: string
  /** Called with each answer over HTTP, for its headers. */
  onResponse?: ((response: Response) => void) | undefined
}

interface Sent {
  accept?: string
  signal?: AbortSignal | null
  /** Whether the request goes on when the page is closed. */
  keepalive?: boolean
}

/** Sends the JSON of a GraphQL request. */
export async function postGraphQL(
  { url, token, onResponse }: GraphQLOptions,
  body: string,
  { accept = 'application/json', signal = null, keepalive = false }: Sent = {},
): Promise<{ response: Response; token: string }> {
  const sent = (await token?.()) ?? ''
  const headers = { accept, 'content-type': 'application/json' }
  const response = await send(url, sent, { method: 'POST', headers, body, signal, keepalive })
  onResponse?.(response)
  return { response, token: sent }
}

/** A result with data, also if a part of it failed. Rejects if nothing of it can be used. */
export async function resultOf<Data>(response: Response, token: string): Promise<Result<Data>> {
  const result = ((await jsonOf(response)) ?? {}) as Result<Data>
  const facts = factsOf(response, token)
  if (hasData(result)) return result
  throw errorOf(result, facts) ?? noAnswer(facts)
}

/** The first error of a result. */
export function errorOf(
  { errors }: Result<unknown>,
  facts: ReturnType<typeof factsOf> | { token: string },
): RequestError | undefined {
  const [error] = errors ?? []
  if (!error) return undefined
  const { code, status, ...extensions } = error.extensions ?? {}
  const details = extensions.details as ErrorDetail[] | undefined
  const known = { ...facts, ...(typeof status === 'number' ? { status } : {}) }
  return new RequestError(errorCodeOf(code, known.status as number | undefined), error.message, {
    ...known,
    details,
    extensions,
  })
}

function noAnswer(facts: ReturnType<typeof factsOf>): RequestError {
  const message = `The server answered with the status ${facts.status}.`
  return new RequestError(errorCodeOf(undefined, facts.status), message, facts)
}

/** Where a part failed, the parts that can be null are, and the rest can be shown. */
const hasData = ({ data, errors }: Result<unknown>): boolean =>
  Boolean(data) && (!errors || Object.values(data ?? {}).some((value) => value !== null))
