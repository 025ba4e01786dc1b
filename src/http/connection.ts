import type { FastifyRequest } from 'fastify'

/** Aborts when the connection of a request ends. */
export function connectionOf({ raw: { socket } }: FastifyRequest): AbortSignal {
  const end = new AbortController()
  const close = () => end.abort(new Error('The client went away.'))
  if (socket.destroyed) close()
  else socket.once('close', close)
  return end.signal
}
