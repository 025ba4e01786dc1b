import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { DomainError, unauthenticated } from '../core/errors.ts'
import type { Metrics } from '../platform/observing/metrics.ts'
import type { Entrance } from './entrance.ts'

const PATH = '/metrics'
/** What one client can keep busy: collecting takes a statement and some milliseconds. */
const MAX_CONNECTIONS = 20
const TIMEOUT_MS = 10_000

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** Serves metrics on the address of the APIs, to a client with the token of METRICS_TOKEN. */
export function mountMetrics(
  app: FastifyInstance,
  { metrics, token, entrance }: { metrics: Metrics; token: string; entrance: Entrance },
): void {
  const expected = digestOf(token)
  app.get(PATH, {
    config: { operation: 'metrics' },
    onRequest: async (request, reply) => {
      await entrance.chargeAddress(request, reply)
      const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (given === undefined || !timingSafeEqual(digestOf(given), expected)) {
        throw unauthenticated('Metrics require the header "Authorization: Bearer <METRICS_TOKEN>".')
      }
    },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  })
}

/** Serves metrics on an address of their own, without a token. Returns its port, and a function that closes it. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close: () => void }> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (request.method !== 'GET' || path !== PATH) return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  server.headersTimeout = TIMEOUT_MS
  server.requestTimeout = TIMEOUT_MS
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null)
    throw new DomainError('internal', 'Metrics have no port.')
  return {
    port: address.port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
