import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The time that a client has to read the last bytes of a connection. */
const LINGER_MS = 1_000

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

/** Ends a connection with these bytes. A client that does not close its side would otherwise keep it open. */
export function endWith(socket: Duplex, text: string): void {
  const close = setTimeout(() => socket.destroy(), LINGER_MS)
  close.unref()
  socket.once('close', () => clearTimeout(close))
  socket.end(text)
}
