import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A connection that has been answered is closed when its client sends nothing for this long. */
const MAX_PAUSE_MS = 5_000
const CHECK_MS = 500
/** The most that is read of a client that goes on sending, and for how long. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
const MAX_LINGER_MS = 30_000

/**
 * Aborts when the client closes the connection before its response is sent. Listens to the response and not to the
 * connection, which is kept alive for many requests and would collect a listener from each.
 */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const end = new AbortController()
  const onClose = () => {
    if (!raw.writableFinished) end.abort(new Error('The client closed the connection.'))
  }
  if (raw.closed) onClose()
  else raw.once('close', onClose)
  return end.signal
}

/**
 * Makes the server read what a client still sends after the last response of a connection, such as the rest of a body
 * that was rejected. Closing the connection while bytes arrive resets it, and the client loses the response (RFC 9112,
 * section 9.6).
 */
export function lingerOnClose(server: Server): void {
  server.on('connection', (socket) => {
    // Node calls it when a response with `Connection: close` is written, and would close the connection at once.
    const end = () => endWith(socket)
    socket.destroySoon = end
  })
}

const lingering = new WeakSet<Duplex>()

/** Whether a connection was answered for the last time. */
export const isLingering = (socket: Duplex): boolean => lingering.has(socket)

/**
 * Ends a connection, with these bytes, and discards what the client still sends: until it closes its side, pauses, or
 * has sent too much.
 */
export function endWith(socket: Duplex & { bytesRead?: number }, text = ''): void {
  if (isLingering(socket)) return
  lingering.add(socket)
  const begun = { at: performance.now(), bytes: socket.bytesRead ?? 0 }
  let latest = begun
  const close = setInterval(() => {
    const at = performance.now()
    const { bytesRead: bytes = 0 } = socket
    if (bytes !== latest.bytes) latest = { at, bytes }
    const isTooMuch = bytes - begun.bytes > MAX_DISCARDED_BYTES || at - begun.at > MAX_LINGER_MS
    if (isTooMuch || at - latest.at > MAX_PAUSE_MS) socket.destroy()
  }, CHECK_MS)
  close.unref()
  socket.once('close', () => clearInterval(close))
  socket.resume()
  socket.end(text)
}
