import type { FastifyReply } from 'fastify'

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
