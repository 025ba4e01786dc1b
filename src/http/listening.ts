import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

/** An iteration of the event loop that took less had nothing to do. */
const QUIET_MS = 0.2
/** Iterations to wait for a quiet one. */
const MAX_ITERATIONS = 200

/** The connections of a server that is being stopped. */
export class Listening {
  #server: Server | undefined
  #ended: Promise<void> | undefined

  /** The server whose connections these are. */
  of(server: Server): void {
    this.#server = server
  }

  /** Whether a connection serves no request after the current one: its client closes it, and connects to another node. */
  get isStopped(): boolean {
    return this.#ended !== undefined
  }

  /**
   * Accepts no more connections. Those that are open stay open, also idle ones: a proxy may be sending a request on one of
   * them, and repeats no write and no GraphQL query whose connection was closed.
   */
  async stop(): Promise<void> {
    await quietIteration()
    const server = this.#server
    if (!server) return
    // Not that of the HTTP server, which closes idle connections.
    this.#ended ??= new Promise((done) => NetServer.prototype.close.call(server, () => done()))
  }

  /** Waits until all connections are closed that were open when it was stopped. */
  async ended(): Promise<void> {
    await this.#ended
  }
}

/**
 * Waits for an iteration of the event loop in which nothing arrived: connections that clients have opened are known then.
 * One that is opened while the listener is closed is reset.
 */
async function quietIteration(): Promise<void> {
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    const begun = performance.now()
    await new Promise((resolve) => setImmediate(resolve))
    if (performance.now() - begun < QUIET_MS) return
  }
}
