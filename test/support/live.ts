import { createClient } from 'graphql-ws'
import { vi } from 'vitest'
import WebSocket from 'ws'
import type { TestApp } from './app.ts'

export interface Payload {
  query: string
  variables?: Record<string, unknown>
}

export interface LiveError {
  path?: readonly (string | number)[]
  message: string
  extensions: { code: string }
}

/** An event as the documents of these tests select it; a field that a document leaves out is undefined. */
export interface Activity {
  cursor: string
  type: string
  occurredAt: string
  commentId: string
  replyId: string | null
  comment: { id: string; body: { markdown: string } } | null
}

export interface LiveResult {
  data?: { commentActivity: Activity } | null
  errors?: LiveError[]
}

/** Received values in order. `next` waits for the next one. */
export class Inbox<Item> {
  readonly all: Item[] = []
  #taken = 0
  #end: string | undefined
  #wake: (() => void) | undefined

  put(item: Item): void {
    this.all.push(item)
    this.#wake?.()
  }

  /** There will be no more values, for this reason. */
  end(reason = 'it was closed'): void {
    this.#end = reason
    this.#wake?.()
  }

  async next(): Promise<Item> {
    for (;;) {
      const item = this.all[this.#taken]
      if (item !== undefined) {
        this.#taken++
        return item
      }
      if (this.#end !== undefined) throw new Error(`There is no next one: ${this.#end}.`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  async take(count: number): Promise<Item[]> {
    const items: Item[] = []
    while (items.length < count) items.push(await this.next())
    return items
  }
}

/** One subscription over one connection. */
export interface LiveClient {
  results: Inbox<LiveResult>
  /** The next event; throws if the next result is an error. */
  next(): Promise<Activity>
  /** Resolves when the server or the client ended it, with the close code of the WebSocket. */
  ended: Promise<number | undefined>
  close(): Promise<void>
}

export type Transport = 'WebSocket' | 'SSE'
export const transports: Transport[] = ['WebSocket', 'SSE']

export const bearer = (token: string) => `Bearer ${token}`

/** Subscribes, and returns the subscription as soon as the node serves it. Closing waits until it no longer does. */
export async function follow(
  transport: Transport,
  node: TestApp,
  token: string,
  payload: Payload,
): Promise<LiveClient> {
  const before = node.app.feed.size
  const client = open(transport, node, token, payload)
  await vi.waitFor(() => {
    if (node.app.feed.size <= before) throw new Error('not subscribed yet')
  }, WAIT)
  let isServed = true
  void client.ended.then(() => {
    isServed = false
  })
  const close = async () => {
    const { size } = node.app.feed
    const wasServed = isServed
    await client.close()
    await vi.waitFor(() => {
      if (wasServed && node.app.feed.size >= size) throw new Error('still serving it')
    }, WAIT)
  }
  return { ...client, close }
}

/** The errors that a node reported. A slow connection is not an error. */
export function failuresOf({ faults }: TestApp): unknown[] {
  return (faults as { level: number }[]).filter(({ level }) => level >= 50)
}

/** Subscribes without waiting, for subscriptions that are rejected or run concurrently. */
export function open(
  transport: Transport,
  node: Pick<TestApp, 'origin'>,
  token: string,
  payload: Payload,
): LiveClient {
  return transport === 'SSE'
    ? openStream(node.origin, token, payload)
    : openSocket(node.origin, token, payload)
}

export const WAIT = { timeout: 10_000, interval: 2 }

/** Waits until the node serves this many subscribers. */
export function untilServing(node: TestApp, subscribers: number): Promise<void> {
  return vi.waitFor(() => {
    const { size } = node.app.feed
    if (size !== subscribers) throw new Error(`serving ${size}, not ${subscribers}`)
  }, WAIT)
}

const socketUrl = (origin: string) => `${origin.replace(/^http/, 'ws')}/graphql`

function openSocket(origin: string, token: string, payload: Payload): LiveClient {
  const results = new Inbox<LiveResult>()
  let code: number | undefined
  const client = createClient({
    url: socketUrl(origin),
    webSocketImpl: WebSocket,
    connectionParams: () => ({ authorization: bearer(token) }),
    retryAttempts: 0,
    on: { closed: (event) => (code = (event as CloseEvent).code) },
  })
  const ended = new Promise<number | undefined>((resolve) => {
    const finish = () => {
      results.end()
      resolve(code)
    }
    client.subscribe(payload, {
      next: (result) => results.put(result as LiveResult),
      error: (error) => {
        if (Array.isArray(error)) results.put({ errors: error as LiveError[] })
        finish()
      },
      complete: finish,
    })
  })
  return {
    results,
    next: () => nextEvent(results),
    ended,
    close: async () => {
      await client.dispose()
      await ended
    },
  }
}

async function nextEvent(results: Inbox<LiveResult>): Promise<Activity> {
  const { data, errors } = await results.next()
  if (!data) throw new Error(JSON.stringify(errors))
  return data.commentActivity
}

interface CloseEvent {
  code: number
}

function openStream(origin: string, token: string, payload: Payload): LiveClient {
  const results = new Inbox<LiveResult>()
  const aborting = new AbortController()
  const read = async () => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: {
        Authorization: bearer(token),
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify(payload),
      signal: aborting.signal,
    })
    let text = ''
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk?.value) return
      text += decoder.decode(chunk.value, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (event === 'event: complete\ndata:') return
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data) results.put(JSON.parse(data) as LiveResult)
      }
    }
  }
  const ended = read()
    .catch((error: unknown) => {
      if (!aborting.signal.aborted) throw error
    })
    .then(() => {
      results.end()
      return undefined
    })
  return {
    results,
    next: () => nextEvent(results),
    ended,
    close: async () => {
      aborting.abort()
      await ended
    },
  }
}

interface RawMessage {
  type: string
  id?: string
  payload?: unknown
}

/** A WebSocket without a client library, for messages that violate the protocol. */
export interface RawSocket {
  socket: WebSocket
  messages: Inbox<RawMessage>
  closed: Promise<{ code: number; reason: string }>
  send(message: object | string): void
  /** Sends `connection_init` and waits for the response. */
  init(token?: string): Promise<RawMessage>
}

export async function openRaw(origin: string, protocol = 'graphql-transport-ws'): Promise<RawSocket> {
  const socket = new WebSocket(socketUrl(origin), protocol)
  const messages = new Inbox<RawMessage>()
  socket.on('message', (data) => messages.put(JSON.parse(String(data)) as RawMessage))
  socket.on('error', () => {})
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => {
      messages.end(`${code} ${reason} after ${messages.all.length}`)
      resolve({ code, reason: String(reason) })
    }),
  )
  await new Promise<void>((resolve) => socket.once('open', resolve))
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  return {
    socket,
    messages,
    closed,
    send,
    init: (token) => {
      send({
        type: 'connection_init',
        ...(token === undefined ? {} : { payload: { authorization: bearer(token) } }),
      })
      return messages.next()
    },
  }
}

/** Runs a query or a mutation over HTTP, and throws its errors. */
export async function ask<Data>(node: TestApp, token: string, payload: Payload): Promise<Data> {
  const response = await fetch(`${node.origin}/graphql`, {
    method: 'POST',
    headers: { Authorization: bearer(token), 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: LiveError[] }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** Posts a comment and returns its id. */
export async function post(
  node: TestApp,
  token: string,
  input: { spaceId: string; changeRequestId?: string; text?: string },
): Promise<string> {
  const { text = 'Hello', ...place } = input
  const data = await ask<{ postComment: { comment: { id: string } } }>(node, token, {
    query: 'mutation ($input: PostCommentInput!) { postComment(input: $input) { comment { id } } }',
    variables: { input: { ...place, body: { markdown: text } } },
  })
  return data.postComment.comment.id
}
