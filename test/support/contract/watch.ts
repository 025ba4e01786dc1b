import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Contract, type Exchange, parsed } from './contract.ts'
import { describedApi } from './document.ts'
import { StockClients } from './stock-clients.ts'

const PREFIX = '/v1'

let contract: Contract | undefined
/** Compares answers with stock clients, in every test of this process. */
export let stockClients: StockClients | undefined
const problems = new Set<string>()

/**
 * Compares an exchange with the OpenAPI document, and its answer with those of stock clients; violations are reported at
 * the end of the test file.
 */
export function note(exchange: Exchange): void {
  contract ??= new Contract(describedApi())
  stockClients ??= new StockClients()
  for (const problem of contract.problemsOf(exchange)) problems.add(problem)
  const address = exchange.body === undefined ? null : contract.addressOf(exchange)
  if (address === null) return
  const answer = parsed(exchange.body)
  for (const problem of stockClients.problemsOf(address, exchange.status, answer)) problems.add(problem)
}

/** The violations since the last call. */
export function takeProblems(): string[] {
  const taken = [...problems]
  problems.clear()
  return taken
}

// Fastify publishes every instance before it has routes, so a hook sees all requests, over sockets or injected.
subscribe('fastify.initialization', (message) => watch((message as { fastify: FastifyInstance }).fastify))

function watch(http: FastifyInstance): void {
  const bodies = new WeakMap<FastifyRequest, { text: string | undefined }>()
  // The first of these hooks: compression runs after it.
  http.addHook('onSend', (request, reply, payload, done) => {
    bodies.set(request, { text: reply.hasHeader('content-encoding') ? undefined : textOf(payload) })
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const [path = ''] = request.url.split('?', 1)
    const body = bodies.get(request)
    // HEAD and OPTIONS are defined by GET and by CORS. A response that was cut off is not compared.
    const isServed = request.method !== 'HEAD' && request.method !== 'OPTIONS' && body !== undefined
    if (isServed && path.startsWith(`${PREFIX}/`)) {
      // Fastify ignores errors of this hook.
      try {
        note(exchangeOf(request, reply, path.slice(PREFIX.length), body.text))
      } catch (error) {
        problems.add(`The exchange cannot be compared: ${(error as Error).message}`)
      }
    }
    done()
  })
}

const exchangeOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  body: string | undefined,
): Exchange => ({
  method: request.method,
  path,
  query: { ...(request.query as Record<string, unknown>) },
  requestBody: request.body ?? undefined,
  status: reply.statusCode,
  headers: reply.getHeaders(),
  body,
})

function textOf(payload: unknown): string | undefined {
  if (payload === undefined || payload === null) return ''
  if (typeof payload === 'string') return payload
  return Buffer.isBuffer(payload) ? payload.toString() : undefined
}
