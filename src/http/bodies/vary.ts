import type { FastifyReply } from 'fastify'

/** Adds a request header to the `Vary` header of the response. */
export function vary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('Vary')
  reply.header('Vary', present === undefined ? name : `${present}, ${name}`)
}
