import { createClient } from 'graphql-ws/client'
import {
  type Document,
  type RelayDocument,
  type RelayOperation,
  sentDocument,
  type TypedDocument,
  type Variables,
} from './document.ts'
import { type ErrorCode, RequestError } from './errors.ts'
import { execute } from './execute.ts'
import { errorOf, type GraphQLOptions, postGraphQL, type Result, resultOf } from './result.ts'

export interface ConnectionOptions extends GraphQLOptions {
  /** Called when a socket has opened or closed. */
  onSocket?: (isOpen: boolean) => void
  /** A connection over which nothing has arrived for this long is considered lost. */
  silenceMs?: number
  /** The implementation of WebSockets, where there is no global one: Node has it from version 22 on. */
  webSocket?: unknown
}

/** A way to the GraphQL API: `overWebSocket(…)` or `overServerSentEvents(…)`. */
export interface Connection {
  /** Sends a query or a mutation, and returns its data. Rejects with a `RequestError` if any part of it failed. */
  request: Request
  /** Sends a subscription once. It ends with its connection: `openLiveView` resumes it. */
  subscribe(document: Document<unknown, never>, variables: object, signal: AbortSignal): AsyncIterable<Result>
}

export interface Request {
  <Operation extends RelayOperation>(
    document: RelayDocument,
    variables: Operation['variables'],
  ): Promise<Operation['response']>
  <Data, Given extends object>(document: TypedDocument<Data, Given>, variables: Given): Promise<Data>
  <Data>(document: string, variables?: Variables): Promise<Data>
}

const SILENCE_MS = 30_000
/** Close codes of the server that are not about the connection itself. */
const CLOSE_CODES: Record<number, ErrorCode> = { 4403: 'UNAUTHENTICATED', 4429: 'RATE_LIMITED' }

/** Signs in with `connection_init`, and again with every new socket. All subscriptions share one socket. */
export function overWebSocket(options: ConnectionOptions): Connection {
  const { url, token, onSocket, silenceMs = SILENCE_MS, webSocket } = options
  let sent = ''
  let silence: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    url: url.replace(/^http/, 'ws'),
    webSocketImpl: webSocket,
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
    request: requestWith(options),
    async *subscribe(document, variables, signal) {
      // The protocol requires a `query`, also beside the ID of a document.
      const results = client.iterate({
        query: '',
        ...sentDocument(document),
        variables: variables as Variables,
      })
      signal.addEventListener('abort', () => void results.return?.(), { once: true })
      try {
        for await (const result of results) yield usable(result as Result, sent)
      } catch (error) {
        const failure = Array.isArray(error) ? errorOf({ errors: error }, { token: sent }) : undefined
        throw failure ?? lostConnection(error, sent)
      }
    },
  }
}

/** Signs in with a header. `EventSource` cannot send one, so the stream is read with `fetch`. */
export function overServerSentEvents(options: ConnectionOptions): Connection {
  const { silenceMs = SILENCE_MS } = options
  return {
    request: requestWith(options),
    async *subscribe(document, variables, signal) {
      const lost = new AbortController()
      const stop = () => lost.abort()
      signal.addEventListener('abort', stop, { once: true })
      let silence = setTimeout(stop, silenceMs)
      let sent = ''
      try {
        const body = JSON.stringify({ ...sentDocument(document), variables })
        const { response, token } = await postGraphQL(options, body, {
          accept: 'text/event-stream',
          signal: lost.signal,
        })
        sent = token
        // A request that is rejected before it starts has a JSON response.
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
        if (!isStream) {
          await resultOf(response, sent)
          return
        }
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

/** For queries and mutations without live views. */
export function requestWith(options: GraphQLOptions): Request {
  return async (document: Document<unknown, never>, variables: object = {}) => {
    const { result, token } = await execute(options, document, variables)
    const failure = errorOf(result, { token })
    if (failure) throw failure
    return result.data as never
  }
}

/** An event is usable without a nullable field that failed. */
function usable(result: Result, token: string): Result {
  const failure = result.data ? undefined : errorOf(result, { token })
  if (failure) throw failure
  return result
}

/** What a transport throws, unless it is a response of the API already. */
function lostConnection(error: unknown, token: string): RequestError {
  if (error instanceof RequestError) return error
  const { code = 0, message = 'The connection was lost.' } = error as { code?: number; message?: string }
  return new RequestError(CLOSE_CODES[code] ?? 'CONNECTION_LOST', message, { token })
}
