import type { Server } from 'node:http'

/** The connections of a server that is being stopped. */
export class Listening {
  readonly #server: Server
  #ended: Promise<void> | undefined

  constructor(server: Server) {
    this.#server = server
  }

  /** Accepts no more connections and closes idle ones, so that proxies use other nodes. Requests that have arrived are served. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      // After the poll phase of the event loop: connections and requests that arrived before it are known by then, and none of
      // them is reset. One that arrives at this moment is; clients repeat it.
      setImmediate(() => {
        this.#ended = new Promise((done) => this.#server.close(() => done()))
        resolve()
      })
    })
  }

  /** Waits for the connections that were open when it was stopped. */
  async ended(): Promise<void> {
    await this.#ended
  }
}
