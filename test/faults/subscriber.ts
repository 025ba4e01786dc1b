import { type LiveClient, open, type Transport } from '../support/live.ts'

const ACTIVITY = `subscription ($spaceId: ID!, $after: String) {
  spaceActivity(spaceId: $spaceId, after: $after) { cursor type }
}`

interface Event {
  cursor: string
  type: string
}

/** Subscribes to a space, and reconnects with its last cursor to the current node. */
export class Subscriber {
  readonly cursors: string[] = []
  /** The number of connections. */
  connections = 0
  /** The node for the next connection. */
  origin: string
  readonly #transport: Transport
  readonly #token: string
  readonly #spaceId: string
  #isOver = false
  #client: LiveClient | undefined
  readonly #following: Promise<void>

  constructor(transport: Transport, origin: string, token: string, spaceId: string, after: string) {
    this.#transport = transport
    this.origin = origin
    this.#token = token
    this.#spaceId = spaceId
    this.#following = this.#follow(after)
  }

  async #follow(first: string): Promise<void> {
    while (!this.#isOver) {
      this.connections++
      const variables = { spaceId: this.#spaceId, after: this.cursors.at(-1) ?? first }
      const client = open(this.#transport, this, this.#token, { query: ACTIVITY, variables })
      this.#client = client
      const ended = client.ended.catch(() => client.results.end())
      try {
        for (;;) {
          const { data } = await client.results.next()
          if (!data) break
          const [event] = Object.values(data) as unknown as [Event]
          this.cursors.push(event.cursor)
        }
      } catch {
        // The connection ended; the next one returns the missed events.
      }
      await client.close().catch(() => {})
      await ended
      // A stopped node refuses connections at once: without a pause this would be a busy loop.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.#client?.close().catch(() => {})
    await this.#following
  }
}
