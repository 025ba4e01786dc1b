import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const POLL_MS = 100

/** A reverse proxy that polls /readyz of each node, forwards requests to ready nodes, and never retries. */
export class ReverseProxy {
  readonly origin: string
  readonly #server: Server
  readonly #agent = new Agent({ keepAlive: true })
  readonly #ready = new Map<string, boolean>()
  readonly #poll: NodeJS.Timeout
  #turn = 0

  private constructor(server: Server, nodes: readonly string[]) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const node of nodes) this.#ready.set(node, false)
    this.#poll = setInterval(() => nodes.map((node) => this.#check(node)), POLL_MS)
    server.on('request', (incoming, outgoing) => {
      const node = this.#next()
      if (!node) return void outgoing.writeHead(502).end('no node is ready')
      const forwarded = request(
        `${node}${incoming.url}`,
        { method: incoming.method, headers: incoming.headers, agent: this.#agent },
        (response) => {
          const { connection: _ours, ...headers } = response.headers
          outgoing.writeHead(response.statusCode ?? 502, headers)
          response.pipe(outgoing)
          response.on('error', () => outgoing.destroy())
        },
      )
      forwarded.on('error', (error) => {
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end(`${node}: ${error.message}`)
      })
      incoming.pipe(forwarded)
    })
  }

  static async start(nodes: readonly string[]): Promise<ReverseProxy> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ReverseProxy(server, nodes)
  }

  isReady(node: string): boolean {
    return this.#ready.get(node) ?? false
  }

  async close(): Promise<void> {
    clearInterval(this.#poll)
    this.#agent.destroy()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #check(node: string): Promise<void> {
    const response = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    await response?.arrayBuffer().catch(() => null)
    this.#ready.set(node, response?.status === 200)
  }

  #next(): string | undefined {
    const ready = [...this.#ready].flatMap(([node, isReady]) => (isReady ? node : []))
    this.#turn += 1
    return ready[this.#turn % ready.length]
  }
}
