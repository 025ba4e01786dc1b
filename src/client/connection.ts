import { createClient } from 'graphql-ws'

export type Variables = Record<string, unknown>

export interface ConnectionOptions {
  /** The address of the GraphQL API, such as `https://docs.example.com/graphql`. */
  url: string
  /**
   * Called for every request and every new connection, so that it can return a renewed token. Without it, the person counts who is
   * signed in at this server in this browser: only pages of the server itself can do that.
   */
  token?: () => string | Promise<string>
  /** Called when a socket has opened or closed. */
  onSocket?: (isOpen: boolean) => void
  /** A connection over which nothing has arrived for this long is considered lost. */
  silenceMs?: number
}

/** A way to the GraphQL API: `overWebSocket(…)` or `overServerSentEvents(…)`. */
export interface Connection {
  /** Sends a query or a mutation, and returns its data or throws a `RequestError`. */
  request<Data>(query: string, variables: Variables): Promise<Data>
  /** Sends a subscription once. It ends with its connection: `openLiveView` resumes it. */
  subscribe(query: string, variables: Variables, signal: AbortSignal): AsyncIterable<Result>
}

/** A failed request. The `code` is one of the API such as `FORBIDDEN`, or `CONNECTION_LOST`. */
export class RequestError extends Error {
  readonly code: string
  /** The token that the request was sent with. */
  readonly token: string

  constructor(code: string, message: string, token: string) {
    super(message)
    this.code = code
    this.token = token
  }
}

export interface Result {
  data?: Record<string, unknown> | null | undefined
  errors?: readonly { message: string; extensions?: { code?: unknown } }[] | undefined
}

const SILENCE_MS = 30_000
/** Close codes of the server that are not about the connection itself. */
const CLOSE_CODES: Record<number, string> = { 4403: 'UNAUTHENTICATED', 4429: 'RATE_LIMITED' }

/** Signs in with `connection_init`, and again with every new socket. All subscriptions share one socket. */
export function overWebSocket(options: ConnectionOptions): Connection {
  const { url, token, onSocket, silenceMs = SILENCE_MS } = options
  let sent = ''
  let silence: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url: url.replace(/^http/, 'ws'),
    connectionParams: async () => {
      if (!token) return { session: true }
      sent = await token()
      return { authorization: `Bearer ${sent}` }
    },
    retryAttempts: 0,
    connectionAckWaitTimeout: silenceMs,
    keepAlive: silenceMs / 2,
    on: {
      ping: (isReceived) => {
        if (!isReceived) silence = setTimeout(() => client.terminate(), silenceMs / 2)
      },
      pong: () => clearTimeout(silence),
      connected: () => onSocket?.(true),
      closed: () => {
        clearTimeout(silence)
        onSocket?.(false)
      },
    },
  })
  return {
    request: (query, variables) => request(url, token, { query, variables }),
    async *subscribe(query, variables, signal) {
      const results = client.iterate({ query, variables })
      signal.addEventListener('abort', () => void results.return?.(), { once: true })
      try {
        for await (const result of results) yield usable(result as Result, sent)
      } catch (error) {
        if (Array.isArray(error)) successful({ errors: error as Result['errors'] }, sent)
        throw lostConnection(error, sent)
      }
    },
  }
}

/** Signs in with a header. `EventSource` cannot send one, so the stream is read with `fetch`. */
export function overServerSentEvents({ url, token, silenceMs = SILENCE_MS }: ConnectionOptions): Connection {
  return {
    request: (query, variables) => request(url, token, { query, variables }),
    async *subscribe(query, variables, signal) {
      const sent = (await token?.()) ?? ''
      const lost = new AbortController()
      const stop = () => lost.abort()
      signal.addEventListener('abort', stop, { once: true })
      let silence = setTimeout(stop, silenceMs)
      try {
        const response = await post(url, sent, 'text/event-stream', { query, variables }, lost.signal)
        // A request that is rejected before it starts has a JSON response.
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
        if (!isStream) successful((await response.json()) as Result, sent)
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
        for (let text = ''; ; ) {
          const chunk = await reader?.read()
          if (!chunk || chunk.done) return
          clearTimeout(silence)
          silence = setTimeout(stop, silenceMs)
          const blocks = (text + chunk.value).split('\n\n')
          text = blocks.pop() ?? ''
          for (const block of blocks) {
            const data = /^data: ?(.+)$/m.exec(block)?.[1]
            if (data) yield usable(JSON.parse(data) as Result, sent)
          }
        }
      } catch (error) {
        throw lostConnection(error, sent)
      } finally {
        clearTimeout(silence)
        stop()
      }
    },
  }
}

async function request<Data>(url: string, token: ConnectionOptions['token'], body: object): Promise<Data> {
  const sent = (await token?.()) ?? ''
  try {
    const response = await post(url, sent, 'application/json', body)
    return successful((await response.json()) as Result, sent).data as Data
  } catch (error) {
    throw lostConnection(error, sent)
  }
}

function post(url: string, token: string, accept: string, body: object, signal: AbortSignal | null = null) {
  const identity: Record<string, string> = token
    ? { authorization: `Bearer ${token}` }
    : { 'x-quire-console': '1' }
  const headers = { ...identity, accept, 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

function successful(result: Result, token: string): Result {
  const [error] = result.errors ?? []
  if (error) throw new RequestError(String(error.extensions?.code ?? 'INTERNAL'), error.message, token)
  return result
}

/** An event is usable without a nullable field that failed. */
const usable = (result: Result, token: string) => (result.data ? result : successful(result, token))

/** What a transport throws, unless it is a response of the API already. */
function lostConnection(error: unknown, token: string): RequestError {
  if (error instanceof RequestError) return error
  const { code = 0, message = 'The connection was lost.' } = error as { code?: number; message?: string }
  return new RequestError(CLOSE_CODES[code] ?? 'CONNECTION_LOST', message, token)
}
