import { CloseCode, MessageType, parseMessage } from 'graphql-ws'
import WebSocket from 'ws'
import { requireParsable } from '../http/json.ts'
import type { LiveResult, LiveResults, Taker } from './subscription-groups.ts'

const AS_TEXT = { binary: false }
/** A peer that has let this much pile up before the next message is not reading; it is dropped and can resume. */
export const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

/** Sends to a peer that is there; drops one that has stopped reading. */
export function send(socket: WebSocket, message: string | Buffer, whenWritten?: () => void): void {
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
  if (socket.readyState === WebSocket.OPEN) socket.send(message, AS_TEXT, whenWritten)
  else whenWritten?.()
}

type End = IteratorReturnResult<undefined>

/**
 * Sends a subscription's results itself and leaves the rest to the protocol: for it this is a stream without results
 * that is over when the subscription is. So a result is encoded once for all who get it; only the id differs.
 */
export class Delivery implements AsyncIterableIterator<never, undefined>, Taker {
  readonly #results: LiveResults
  readonly #socket: WebSocket
  readonly #head: string
  #finish: (end: Promise<End>) => void = () => {}

  constructor(results: LiveResults, { socket, id }: { socket: WebSocket; id: string }) {
    this.#results = results
    this.#socket = socket
    this.#head = `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`
  }

  next(): Promise<End> {
    return new Promise((resolve) => {
      this.#finish = resolve
      this.#results.take(this)
    })
  }

  give(result: LiveResult | undefined): void {
    const results = this.#results
    const socket = this.#socket
    if (!result || socket.readyState !== WebSocket.OPEN) {
      this.#finish(this.return())
      return
    }
    try {
      const message = result.endOf(this.#head)
      // What is happening now is sent at once; what happened before waits for the peer to take it.
      if (results.isCatchingUp) send(socket, message, () => results.take(this))
      else {
        send(socket, message)
        results.take(this)
      }
    } catch (error) {
      // The others of its group are given the same result right after; they must not miss it.
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

/** Drops peers that no longer answer: half-open connections say nothing, so they have to be asked. */
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

/** Gives a peer's messages to the protocol, as long as the socket is open in both directions. */
export function receive(
  socket: WebSocket,
  handle: (text: string) => Promise<void>,
  onFault: (error: unknown) => void,
): void {
  socket.on('message', (data) => {
    // Once we said goodbye, for example to a revoked token, a peer may not ask for more.
    if (socket.readyState !== WebSocket.OPEN) return
    const text = String(data)
    try {
      requireParsable(text)
    } catch {
      return socket.close(CloseCode.BadRequest, 'Invalid message received')
    }
    handle(text).catch((error) => {
      // The protocol throws at messages that only a server sends.
      if (!FROM_CLIENTS.has(parseMessage(text).type)) {
        return socket.close(CloseCode.BadRequest, 'Invalid message received')
      }
      onFault(error)
      socket.close(CloseCode.InternalServerError, 'Internal server error')
    })
  })
}
