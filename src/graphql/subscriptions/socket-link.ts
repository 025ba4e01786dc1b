import { CloseCode, MessageType, parseMessage } from 'graphql-ws'
import WebSocket from 'ws'
import { requireParsable } from '../../http/bodies/json.ts'
import type { LiveResults, ResultReceiver } from './live-groups.ts'
import type { LiveResult } from './live-result.ts'

const AS_TEXT = { binary: false }
/** A peer with this many unsent bytes is not reading; it is disconnected and can resume. */
export const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/** Sends to a connected peer; disconnects one that has stopped reading. */
export function send(socket: WebSocket, message: string | Buffer, whenWritten?: () => void): void {
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
  if (socket.readyState === WebSocket.OPEN) socket.send(message, AS_TEXT, whenWritten)
  else whenWritten?.()
}

/** Answers pings, but not those of a peer that has stopped reading: the answers would pile up. */
export function answerPings(socket: WebSocket): void {
  socket.on('ping', (data) => {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.pong(data)
  })
}

/** The receiver of results: a socket, and the id of the operation on it. */
export interface Peer {
  socket: WebSocket
  id: string
}

/** A message with a result, up to the result. */
const headFor = ({ id }: Peer) => `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`

type End = IteratorReturnResult<undefined>

/**
 * Sends the only result of an operation, as JSON. For the protocol, which would encode it once more, it is a stream
 * without results.
 */
export function deliverOnce(json: string | Buffer, peer: Peer): AsyncIterableIterator<never, undefined> {
  const done: End = { done: true, value: undefined }
  const stream: AsyncIterableIterator<never, undefined> = {
    next: async () => {
      const parts = [headFor(peer), json, '}']
      send(
        peer.socket,
        Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
      )
      return done
    },
    return: async () => done,
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}

/**
 * Sends a subscription's results itself and leaves the rest to the protocol, for which this is an empty
 * stream that ends with the subscription. So a result is encoded once for all recipients; only the id
 * differs.
 */
export class Delivery implements AsyncIterableIterator<never, undefined>, ResultReceiver {
  readonly #results: LiveResults
  readonly #socket: WebSocket
  readonly #head: string
  #finish: (end: Promise<End>) => void = () => {}

  constructor(results: LiveResults, peer: Peer) {
    this.#results = results
    this.#socket = peer.socket
    this.#head = headFor(peer)
  }

  next(): Promise<End> {
    return new Promise((resolve) => {
      this.#finish = resolve
      this.#results.requestNext(this)
    })
  }

  onResult(result: LiveResult | undefined): void {
    const results = this.#results
    const socket = this.#socket
    if (!result || socket.readyState !== WebSocket.OPEN) {
      this.#finish(this.return())
      return
    }
    try {
      const message = result.endOf(this.#head)
      // Live results are sent at once; earlier ones wait until the peer has read the previous ones.
      if (results.isCatchingUp) send(socket, message, () => results.requestNext(this))
      else {
        send(socket, message)
        results.requestNext(this)
      }
    } catch (error) {
      // The other members of its group get the same result right after; they must not miss it.
      this.#finish(this.return().then(() => Promise.reject(error)))
    }
  }

  async return(): Promise<End> {
    await this.#results.return()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

/** Disconnects peers that no longer respond: half-open connections are only detected by pings. */
export class Heartbeat {
  readonly #unanswered = new WeakSet<WebSocket>()
  readonly #timer: NodeJS.Timeout

  constructor(sockets: ReadonlySet<WebSocket>, intervalMs: number) {
    this.#timer = setInterval(() => {
      for (const socket of sockets) this.#ask(socket)
    }, intervalMs)
    this.#timer.unref()
  }

  watch(socket: WebSocket): void {
    socket.on('pong', () => this.#unanswered.delete(socket))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #ask(socket: WebSocket): void {
    if (this.#unanswered.has(socket)) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) {
      this.#unanswered.add(socket)
      socket.ping()
    }
  }
}

const FROM_CLIENTS = new Set<string>([
  MessageType.ConnectionInit,
  MessageType.Ping,
  MessageType.Pong,
  MessageType.Subscribe,
  MessageType.Complete,
])

/** Passes a peer's messages to the protocol, as long as the socket is open in both directions. */
export function receive(
  socket: WebSocket,
  handle: (text: string) => Promise<void>,
  onFault: (error: unknown) => void,
): void {
  socket.on('message', (data) => {
    // After the server has closed the socket, for example because the token was revoked, further messages
    // are ignored.
    if (socket.readyState !== WebSocket.OPEN) return
    const text = String(data)
    try {
      requireParsable(text)
    } catch {
      return socket.close(CloseCode.BadRequest, 'Invalid message received')
    }
    handle(text).catch((error) => {
      // The protocol throws for messages that only a server sends.
      if (!FROM_CLIENTS.has(parseMessage(text).type)) {
        return socket.close(CloseCode.BadRequest, 'Invalid message received')
      }
      onFault(error)
      socket.close(CloseCode.InternalServerError, 'Internal server error')
    })
  })
}
